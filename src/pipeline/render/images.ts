/** An image of a turn: its data, its address, or why it is not sent. Pure. */
import { type ImageSize, readImage } from "../../tokens/image-size.ts";
import type { Turn } from "../given.ts";

export type Image =
  | { readonly kind: "data"; readonly mediaType: string; readonly data: string; readonly size: ImageSize | null }
  | { readonly kind: "address"; readonly url: string };

/** Why an image is not sent; formats.md says what each means. */
export const IMAGE_LOSSES = ["format", "role", "address", "type", "unreadable", "too_large", "not_kept"] as const;
export type ImageLoss = (typeof IMAGE_LOSSES)[number];

/** What a turn is made of: `url` is the image as it came, and what is lost is said in words at its place. */
export type SaidPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly url: string; readonly image: Image }
  | { readonly type: "lost"; readonly why: ImageLoss };

/** What a format takes of images. */
export interface TakenImages {
  /** Media types of data. */
  readonly types: readonly string[];
  /** Whether the provider fetches an address itself. */
  readonly addresses: boolean;
  /** Whose images: a tool's stand in its result. */
  readonly of: readonly Turn["role"][];
}

/** Stands for an image that the provider does not take in this form. */
const NOT_SENT = "(image not sent)";

const ADDRESS = /^https:\/\/[^\s]+$/i;
const HEAD = /^data:(image\/[a-z0-9.+-]+);base64,/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Sent as an https address, or as base64 data that its head shows to be an image of a type taken, the one named. */
export function imagePart(url: string, role: Turn["role"], taken: TakenImages): SaidPart {
  if (!taken.of.includes(role)) return { type: "lost", why: taken.of.length === 0 ? "format" : "role" };
  const image = ADDRESS.test(url) ? addressOf(url, taken) : dataOf(url, taken);
  return typeof image === "string" ? { type: "lost", why: image } : { type: "image", url, image };
}

const addressOf = (url: string, { addresses }: TakenImages): Image | ImageLoss =>
  addresses ? { kind: "address", url } : "address";

function dataOf(url: string, { types }: TakenImages): Image | ImageLoss {
  const [head, named = ""] = HEAD.exec(url) ?? [];
  if (head === undefined) return "unreadable";
  const lower = named.toLowerCase();
  const mediaType = lower === "image/jpg" ? "image/jpeg" : lower;
  if (!types.includes(mediaType)) return "type";
  const data = url.slice(head.length);
  if (data.length % 4 !== 0 || !BASE64.test(data)) return "unreadable";
  const read = readImage(mediaType, data);
  return read === "unreadable" ? read : { kind: "data", mediaType, data, size: read === "long" ? null : read };
}

/** Those that go as images. */
export const imagesIn = (content: readonly SaidPart[]): readonly Image[] =>
  content.flatMap((part) => (part.type === "image" ? [part.image] : []));

/** What of it is not an image. */
export const wordsOf = (part: Exclude<SaidPart, { readonly type: "image" }>): string =>
  part.type === "text" ? part.text : NOT_SENT;

/** As one text, with words for what is lost; `picture` stands for what goes as an image beside it. */
export const wordsOfAll = (content: readonly SaidPart[], picture: string | null = null): string =>
  content.flatMap((part) => (part.type === "image" ? (picture ?? []) : [wordsOf(part)])).join("\n");
