/** The sample services: six real HTTP services that answer from the samples of policies/. For demo, tests and measurements. */
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, isIPv6 } from "node:net";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Json } from "../sources/source-result.ts";
import { type Answer, answerOf, dayIn, type Sample, type Samples } from "./sample-answers.ts";

const ATHLETE_SERVICES = ["profile", "baselines", "readiness"] as const;
const CUSTOMER_SERVICES = ["orders", "accounts"] as const;
/** In the order of their ports: those of coaching, then those of support. */
const SERVICES = [...ATHLETE_SERVICES, "conditions", ...CUSTOMER_SERVICES] as const;
type ServiceName = (typeof SERVICES)[number];

/** By the name of the variable that the policy reads. */
export type SampleUrls = Readonly<Record<`${Uppercase<ServiceName>}_URL`, string>>;

export interface SampleService {
  readonly url: string;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}

export interface SampleServices {
  readonly urls: SampleUrls;
  /** Ends every connection and frees the ports. */
  close(): Promise<void>;
}

export interface SampleServicesOptions {
  /** The folder that holds coaching/samples and support/samples. Read once, at the start. */
  readonly policiesDir: string;
  /** In the order profile, baselines, readiness, conditions, orders, accounts; 0 or none takes any free port. */
  readonly ports?: readonly number[];
  readonly host?: string;
  /** The dates in the answers move to the day of this clock, in each person's time zone. */
  readonly now: () => Date;
}

/** Starts all six, or none: throws an Error that says what is wrong, a port in use included. */
export async function startSampleServices({ ports = [], ...options }: SampleServicesOptions): Promise<SampleServices> {
  const started: SampleService[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(started.map((service) => service.close()));
  };
  const urls: Record<string, string> = {};
  try {
    for (const [at, service] of SERVICES.entries()) {
      const one = await startSampleService(service, { ...options, port: ports[at] ?? 0 });
      started.push(one);
      urls[`${service.toUpperCase()}_URL`] = one.url;
    }
    return { urls: urls as SampleUrls, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type SampleServiceOptions = Omit<SampleServicesOptions, "ports"> & { readonly port: number };

async function startSampleService(service: ServiceName, options: SampleServiceOptions): Promise<SampleService> {
  const { policiesDir, host = "127.0.0.1", port, now } = options;
  const server = serverOf(samplesOf(service, policiesDir), now);
  await listen(server, { service, host, port });
  const address = server.address() as AddressInfo;
  return { url: `http://${isIPv6(host) ? `[${host}]` : host}:${address.port}`, close: () => stop(server) };
}

/** Every file becomes one path, so that no path of a request ever becomes a file. */
function samplesOf(service: ServiceName, policiesDir: string): Samples {
  const policy = isOf(CUSTOMER_SERVICES, service) ? "support" : "coaching";
  const folder = join(policiesDir, policy, "samples");
  if (!existsSync(folder)) throw new Error(`there are no samples in ${folder}`);
  if (service === "conditions") return citySamples(join(folder, "cities"));
  if (isOf(CUSTOMER_SERVICES, service)) {
    return peopleSamples({ folder, zoneFile: "account", file: service === "accounts" ? "account" : service, path: "customers" });
  }
  return peopleSamples({ folder, zoneFile: "profile", file: service, path: "athletes" });
}

const isOf = <T extends string>(names: readonly T[], name: string): name is T => names.some((one) => one === name);

function citySamples(folder: string): Samples {
  return new Map(
    jsonFiles(folder).map((file) => {
      const payload = readJson(file);
      return [`/cities/${basename(file, ".json")}`, { payload, zone: zoneOf(payload, file) }];
    }),
  );
}

interface People {
  /** One folder for each person. */
  readonly folder: string;
  /** The file that says where the person lives. */
  readonly zoneFile: string;
  /** The service's own file, also the last part of its paths. */
  readonly file: string;
  /** The first part of its paths. */
  readonly path: string;
}

function peopleSamples({ folder, zoneFile, file, path }: People): Samples {
  const people = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== "cities");
  const samples = new Map<string, Sample>();
  for (const { name } of people) {
    const own = join(folder, name, `${file}.json`);
    // No file: the service has nothing for this person, and answers 404.
    if (!existsSync(own)) continue;
    const zoned = join(folder, name, `${zoneFile}.json`);
    samples.set(`/${path}/${name}/${file}`, { payload: readJson(own), zone: zoneOf(readJson(zoned), zoned) });
  }
  return samples;
}

const jsonFiles = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(folder, name));

function readJson(file: string): Json {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Json;
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function zoneOf(payload: Json, file: string): string {
  const zone = payload !== null && typeof payload === "object" && "time_zone" in payload ? payload["time_zone"] : null;
  try {
    dayIn(String(zone), 0);
  } catch {
    throw new Error(`${file}: "time_zone" must be the name of a time zone, such as Europe/Athens`);
  }
  return String(zone);
}

function serverOf(samples: Samples, now: () => Date): Server {
  const server = createServer((request, response) => {
    const answer: Answer = answerOf(samples, { method: request.method ?? "", url: request.url ?? "" }, now().getTime());
    const body = Buffer.from(JSON.stringify(answer.body));
    response.writeHead(answer.status, {
      ...answer.headers,
      "content-type": "application/json; charset=utf-8",
      "content-length": body.length,
    });
    response.end(body);
    request.resume();
  });
  // Longer than a client keeps idle connections, so that none closes under a request that is on its way.
  server.keepAliveTimeout = 65_000;
  return server;
}

interface Place {
  readonly service: ServiceName;
  readonly host: string;
  readonly port: number;
}

function listen(server: Server, { service, host, port }: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const inUse = `port ${port} is already in use; the ${service} service needs it`;
      reject(error.code === "EADDRINUSE" ? new Error(inUse) : error);
    });
    server.listen(port, host, resolve);
  });
}

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** All six on consecutive ports from `--port`; with `--only` one of them, on `--port` itself. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "4101" },
      host: { type: "string", default: "127.0.0.1" },
      only: { type: "string" },
    },
  });
  const only = SERVICES.find((service) => service === values.only);
  if (values.only !== undefined && only === undefined) throw new Error(`--only must be one of ${SERVICES.join(", ")}`);
  const count = only === undefined ? SERVICES.length : 1;
  const first = Number(values.port);
  if (!Number.isInteger(first) || first < 0 || first + count - 1 > 65_535) {
    throw new Error(`--port must be a whole number from 0 to ${65_536 - count}, not "${values.port}"`);
  }
  const options = { policiesDir: process.env["POLICIES_DIR"] || "policies", host: values.host, now: () => new Date() };
  const running =
    only === undefined
      ? await startSampleServices({ ...options, ports: SERVICES.map((_, offset) => (first === 0 ? 0 : first + offset)) })
      : await startSampleService(only, { ...options, port: first });
  const urls = "urls" in running ? running.urls : { [`${only?.toUpperCase()}_URL`]: running.url };
  for (const [name, url] of Object.entries(urls)) console.log(`${name}=${url}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void running.close());
}

const script = process.argv[1];
if (script !== undefined && existsSync(script) && realpathSync(script) === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
