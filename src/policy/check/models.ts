/** Checks the numbers of policy.yaml: windows, reserves, budget, shares, top_k. Pure. */
import { KNOWN_MODELS, lookUpModel } from "../../tokens/model-table.ts";
import { nearest } from "../nearest.ts";
import type { Problem } from "../problem.ts";
import type { FileReading } from "../read/read-shape.ts";
import type { PolicyFile } from "../schema/policy-file.ts";
import { lineOf, type Place, problemAt } from "./context.ts";

type Reading = FileReading<PolicyFile>;
type Model = PolicyFile["models"][number];

export function checkBudget(reading: Reading): readonly Problem[] {
  const models = reading.value.models ?? [];
  return [
    ...models.flatMap((model, index) => checkModel({ reading, path: ["models", index] }, model)),
    ...models.flatMap(({ name }, index) => twice(reading, name, index)),
    ...checkTotal(reading, models),
    ...checkShares(reading),
    ...checkTopK(reading),
  ];
}

function checkModel(place: Place, { name, window, reserve_output: reserve }: Model): readonly Problem[] {
  const at = (member: string): Place => ({ ...place, path: [...place.path, member] });
  const known = lookUpModel(name);
  if (place.reading.isFaulty(place.path)) return [];
  if (known === null && (window === undefined || reserve === undefined)) {
    const near = nearest(
      name,
      KNOWN_MODELS.map((model) => model.name),
    );
    const hint = near === null ? "" : `did you mean "${near}"? Or `;
    const message = `"${name}" is not a model we know; ${hint}give its window and reserve_output`;
    return [problemAt(at("name"), "unknown-model", message)];
  }
  const all = window ?? known?.window ?? 0;
  const kept = reserve ?? known?.reserveOutput ?? 0;
  if (known !== null && reserve !== undefined && reserve > known.outputLimit) {
    const message = `${reserve} tokens are reserved for the answer of "${name}", which can write ${known.outputLimit}`;
    return [problemAt(at("reserve_output"), "reserve-over-output", message)];
  }
  if (kept < all) return [];
  const message = `${kept} tokens are reserved for the answer of "${name}", but its window has only ${all}`;
  return [problemAt(at(reserve === undefined ? "window" : "reserve_output"), "reserve-over-window", message)];
}

function twice(reading: Reading, name: string, index: number): readonly Problem[] {
  const first = (reading.value.models ?? []).findIndex((model) => model.name === name);
  if (first === index) return [];
  const message = `"${name}" is listed already (line ${lineOf(reading, ["models", first])})`;
  return [problemAt({ reading, path: ["models", index, "name"] }, "listed-twice", message)];
}

function checkTotal(reading: Reading, models: readonly Model[]): readonly Problem[] {
  const total = reading.value.budget?.total;
  if (total === undefined) return [];
  const rooms = models.flatMap((model) => {
    const known = lookUpModel(model.name);
    const window = model.window ?? known?.window;
    const reserve = model.reserve_output ?? known?.reserveOutput;
    if (window === undefined || reserve === undefined || reserve >= window) return [];
    return [{ name: model.name, room: window - reserve }];
  });
  const [least] = rooms.sort((a, b) => a.room - b.room);
  if (least === undefined || total <= least.room) return [];
  const message = `${total} tokens, but "${least.name}" has room for ${least.room} (its window less what is reserved for the answer)`;
  return [problemAt({ reading, path: ["budget", "total"] }, "budget-over-window", message)];
}

function checkShares(reading: Reading): readonly Problem[] {
  const shares = reading.value.budget?.shares;
  if (shares === undefined || reading.isFaulty(["budget", "shares"])) return [];
  const sum = Object.values(shares).reduce((all: number, share) => all + (share ?? 0), 0);
  if (Math.abs(sum - 100) < 1e-6) return [];
  const message = `the shares are ${Number(sum.toFixed(6))} together, expected 100`;
  return [problemAt({ reading, path: ["budget", "shares"], where: "key" }, "shares-sum", message)];
}

function checkTopK(reading: Reading): readonly Problem[] {
  const { budget, experiments } = reading.value;
  if (budget === undefined || reading.isFaulty(["budget"]) || reading.isFaulty(["experiments"])) return [];
  if (budget.strategy === "top_k") {
    if (budget.top_k !== undefined) return [];
    const message = "the strategy top_k needs top_k: how many of the most valuable are looked at";
    return [problemAt({ reading, path: ["budget", "strategy"] }, "missing-key", message)];
  }
  // A variant of that strategy may leave the number to the policy.
  const variants = Object.values(experiments ?? {}).flatMap((one) => Object.values(one.variants));
  const isUsed = variants.some((variant) => variant.strategy === "top_k" && variant.top_k === undefined);
  if (budget.top_k === undefined || isUsed) return [];
  const message = `top_k is for the strategy top_k alone, and the strategy here is ${budget.strategy}: write strategy: top_k, or take top_k away`;
  return [problemAt({ reading, path: ["budget", "top_k"], where: "key" }, "unused-key", message)];
}
