/** Type, width and height of an image from the head of its base64 data. Pure. */
import { GIF } from "image-size/types/gif";
import { HEIF } from "image-size/types/heif";
import { JPG } from "image-size/types/jpg";
import { PNG } from "image-size/types/png";
import { WEBP } from "image-size/types/webp";

export interface ImageSize {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

interface Reader {
  readonly format: typeof PNG;
  /** So much of an image is read, in characters of base64: a multiple of 4. */
  readonly head: number;
}

/** The size of a photo stands behind its preview. */
const HEAD = 131_072;
/** The boxes of a HEIF file stand at its beginning; the library takes quadratic time for them. */
const BOXES_HEAD = 16_384;

// Each by itself: the library's own detector also runs parsers of formats that no provider takes.
const READERS: ReadonlyMap<string, Reader> = new Map([
  ["image/png", { format: PNG, head: HEAD }],
  ["image/jpeg", { format: JPG, head: HEAD }],
  ["image/gif", { format: GIF, head: HEAD }],
  ["image/webp", { format: WEBP, head: HEAD }],
  ["image/heic", { format: HEIF, head: BOXES_HEAD }],
  ["image/heif", { format: HEIF, head: BOXES_HEAD }],
]);

/** Its size; `long` where it is a JPEG, as named, whose size may stand behind what is read; `unreadable` otherwise. */
export type ImageRead = ImageSize | "long" | "unreadable";

/**
 * Unreadable is data of another type than named, data that ends before its size, and data that names no pixel. Cost is bounded by the
 * head, whatever is in it; never throws.
 */
export function readImage(mediaType: string, base64: string): ImageRead {
  const reader = READERS.get(mediaType);
  if (reader === undefined) return "unreadable";
  const { format, head } = reader;
  const bytes = Buffer.from(base64.slice(0, head), "base64");
  try {
    if (!format.validate(bytes)) return "unreadable";
    const size = largest(format.calculate(bytes));
    return size ?? "unreadable";
  } catch {
    // The library throws for whatever it cannot read.
    return format === JPG && base64.length > head ? "long" : "unreadable";
  }
}

/** Of a HEIF file with tiles or a preview, the whole picture. Null for AVIF, which shares its boxes, and where there is no pixel. */
function largest({ type, images, width, height }: ReturnType<typeof PNG.calculate>): ImageSize | null {
  if (type === "avif") return null;
  const pixels = (one: ImageSize): number => one.width * one.height;
  const size = (images ?? []).reduce<ImageSize>((most, one) => (pixels(one) > pixels(most) ? one : most), { width, height });
  return size.width >= 1 && size.height >= 1 ? { width: size.width, height: size.height } : null;
}

/** Null where the size is not known; an image of unknown size is charged the most that one can cost. */
export function imageSize(mediaType: string, base64: string): ImageSize | null {
  const read = readImage(mediaType, base64);
  return typeof read === "string" ? null : read;
}
