/** Chooses the media type of an answer by the Accept header (RFC 9110, 12.5.1). Pure. */
import { AppError } from "../errors.ts";

interface Range {
  readonly type: string;
  readonly quality: number;
}

/**
 * The best of `offered`, the first of them on a tie. `standIns`: a type that is not offered, and the offered one that serves who asks
 * for it better than a refusal would. Throws AppError `not_acceptable` listing what there is.
 */
export function negotiate<Type extends string>(
  accept: string | undefined,
  offered: readonly [Type, ...Type[]],
  standIns: Readonly<Record<string, Type>> = {},
): Type {
  if (accept === undefined || accept === "*/*" || accept.trim() === "") return offered[0];
  const ranges = accept.split(",").map(parseRange);
  let best: Type | null = null;
  let bestQuality = 0;
  for (const type of offered) {
    const others = Object.keys(standIns).filter((other) => standIns[other] === type);
    const quality = isRefused(type, ranges) ? 0 : Math.max(...[type, ...others].map((one) => qualityOf(one, ranges)));
    if (quality > bestQuality) [best, bestQuality] = [type, quality];
  }
  if (best !== null) return best;
  throw new AppError("not_acceptable", `The answer comes as ${offered.join(" or ")}.`, { extra: { available: offered } });
}

const isRefused = (type: string, ranges: readonly Range[]): boolean =>
  ranges.some((range) => range.type === type) && qualityOf(type, ranges) === 0;

/** The most specific range that matches decides, even with quality 0. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  for (const pattern of [type, `${type.split("/")[0]}/*`, "*/*"]) {
    const matching = ranges.filter((range) => range.type === pattern);
    if (matching.length > 0) return Math.max(...matching.map((range) => range.quality));
  }
  return 0;
}

function parseRange(text: string): Range {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const given = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  const quality = given === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(given) ? Number(given) : 0;
  return { type, quality };
}
