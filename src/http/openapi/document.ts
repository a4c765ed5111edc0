/** The OpenAPI document: generated from the schemas that validate and serialize, once, when the routes are complete. */
import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import type { Settings } from "../settings.ts";
import { collectComponents } from "./components.ts";
import { EXAMPLES } from "./examples.ts";
import { operationSchema } from "./operation.ts";

export interface OpenApiDocument {
  readonly openapi: string;
  readonly [member: string]: unknown;
}

const TAGS = [
  { name: "assemble", description: "One question in, one prompt out." },
  { name: "explain", description: "Why a prompt is as it is. No model is called and nothing is stored." },
  { name: "manifests", description: "The stored record of each assembly." },
  { name: "answers", description: "What models made of the prompts." },
  { name: "memory", description: "What is remembered about people, written on purpose." },
  { name: "subjects", description: "A person's data as a whole." },
  { name: "policies", description: "What is loaded." },
  { name: "operate", description: "Health and this document." },
];

const DESCRIPTION = `Decides what a language model may see for one question, and can say why afterwards without calling a model.

Bodies are read strictly: unknown fields are refused and nothing is converted. Every reply of 4xx and 5xx is RFC 9457
\`application/problem+json\` with a \`code\`; what each code means and what to do is in docs/errors.md of the project.`;

/** Where the service is when its public address is not known: beside the document itself, whatever prefix a gateway adds. */
const BESIDE = ".";

/** Before any route: the plugin sees only what is registered after it. */
export async function registerOpenapi(app: FastifyInstance, config: Settings): Promise<void> {
  const components = collectComponents();
  await app.register(swagger, {
    stripBasePath: false,
    convertConstToEnum: false,
    openapi: {
      openapi: "3.1.0",
      info: { title: "Winnow", version: config.version, description: DESCRIPTION, license: { name: "MIT", identifier: "MIT" } },
      servers: [{ url: config.publicUrl ?? BESIDE }],
      security: [],
      tags: TAGS,
    },
    transform: ({ schema, url, route }) => ({ schema: operationSchema(schema, route, components), url }),
    transformObject: (document) => {
      if (!("openapiObject" in document)) throw new TypeError("the document is OpenAPI 3");
      const { openapiObject } = document;
      return { ...openapiObject, components: { ...openapiObject.components, schemas: withExamples(components.all()) } } as never;
    },
  });
}

/** The whole document; the same object each time. The app must be ready. The first call takes some 100 ms. */
export const openapiDocument = (app: Pick<FastifyInstance, "swagger">): OpenApiDocument =>
  app.swagger() as unknown as OpenApiDocument;

/** The document as the file that is committed. */
export const openapiText = (app: Pick<FastifyInstance, "swagger">): string =>
  `${JSON.stringify(openapiDocument(app), null, 2)}\n`;

function withExamples(schemas: Readonly<Record<string, object>>): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, name in EXAMPLES ? { ...schema, examples: EXAMPLES[name] } : schema]),
  );
}
