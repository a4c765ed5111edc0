/** An image of a turn: its data, its address, or what is said in its place. Pure. */
import { type ImageSize, readImage } from "../../tokens/image-size.ts";
import type { TurnPart } from "../given.ts";

export type Image =
  | { readonly kind: "data"; readonly mediaType: string; readonly data: string; readonly size: ImageSize | null }
  | { readonly kind: "address"; readonly url: string };

/** Stands for an image that the provider does not take in this form. */
export const NOT_SENT = "(image not sent)";

const ADDRESS = /^https:\/\/[^\s]+$/i;
const HEAD = /^data:(image\/[a-z0-9.+-]+);base64,/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Null where it is neither an https address nor base64 data that its head shows to be an image of a type taken, the one named. */
export function imageOf(url: string, mediaTypes: readonly string[]): Image | null {
  if (ADDRESS.test(url)) return { kind: "address", url };
  const [head = "", named = ""] = HEAD.exec(url) ?? [];
  const lower = named.toLowerCase();
  const mediaType = lower === "image/jpg" ? "image/jpeg" : lower;
  const data = url.slice(head.length);
  if (!mediaTypes.includes(mediaType) || data.length % 4 !== 0 || !BASE64.test(data)) return null;
  const read = readImage(mediaType, data);
  return read === "unreadable" ? null : { kind: "data", mediaType, data, size: read === "long" ? null : read };
}

/** Those of a turn that go as images. */
export const imagesIn = (content: readonly TurnPart[], mediaTypes: readonly string[]): readonly Image[] =>
  content.flatMap((part) => (part.type === "image" ? (imageOf(part.url, mediaTypes) ?? []) : []));
