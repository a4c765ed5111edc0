/** Width and height of an image from the head of its base64 data. Pure. */
import { GIF } from "image-size/types/gif";
import { JPG } from "image-size/types/jpg";
import { PNG } from "image-size/types/png";
import { WEBP } from "image-size/types/webp";

export interface ImageSize {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

// Each by itself: the library's own detector also runs parsers of formats that no provider takes.
const READERS: ReadonlyMap<string, typeof PNG> = new Map([
  ["image/png", PNG],
  ["image/jpeg", JPG],
  ["image/gif", GIF],
  ["image/webp", WEBP],
]);

/** So much of an image is read: the size of a photo stands behind its preview. Base64, a multiple of 4. */
const HEAD_CHARACTERS = 131_072;

/**
 * Null where the head does not say it, is of another type than named, or names no pixel. Cost is bounded by the head, whatever is in it;
 * never throws.
 */
export function imageSize(mediaType: string, base64: string): ImageSize | null {
  const reader = READERS.get(mediaType);
  if (reader === undefined) return null;
  const head = Buffer.from(base64.slice(0, HEAD_CHARACTERS), "base64");
  try {
    if (!reader.validate(head)) return null;
    const { width, height } = reader.calculate(head);
    return width >= 1 && height >= 1 ? { width, height } : null;
  } catch {
    // The library throws for whatever it cannot read; an image of unknown size is charged the most that one can cost.
    return null;
  }
}
