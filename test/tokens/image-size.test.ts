import { describe, expect, test } from "vitest";
import { imageSize, readImage } from "../../src/tokens/image-size.ts";
import { gif, heif, jpeg, LOSSLESS_WEBP, png, webp } from "../support/images.ts";

describe("the size of an image", () => {
  test.each([
    ["image/png", png],
    ["image/jpeg", jpeg],
    ["image/gif", gif],
    ["image/webp", webp],
  ])("is read from the head of a %s", (mediaType, make) => {
    expect(imageSize(mediaType, make(1, 1))).toEqual({ width: 1, height: 1 });
    expect(imageSize(mediaType, make(1920, 1080))).toEqual({ width: 1920, height: 1080 });
  });

  test("is read of a lossless WebP too", () => {
    expect(imageSize("image/webp", LOSSLESS_WEBP)).toEqual({ width: 1, height: 1 });
  });

  test.each(["image/heic", "image/heif"])("is that of the whole picture in a %s with tiles", (mediaType) => {
    expect(imageSize(mediaType, heif("heic", [512, 512], [4032, 3024]))).toEqual({ width: 4032, height: 3024 });
    expect(imageSize(mediaType, heif("mif1", [640, 480]))).toEqual({ width: 640, height: 480 });
  });

  test("a JPEG whose size may stand further back is told from one that ends without it", () => {
    expect(readImage("image/jpeg", jpeg(4032, 3024, 120_000))).toBe("long");
    expect(readImage("image/jpeg", "/9j/4AAQSkZJRgAB")).toBe("unreadable");
    expect(readImage("image/png", "A".repeat(400_000))).toBe("unreadable");
  });

  test("costs little of a HEIF file that is all boxes", () => {
    const startedMs = performance.now();
    readImage("image/heic", heif("heic", ...Array.from({ length: 20_000 }, (): [number, number] => [1, 1])));
    readImage("image/heic", heif("heic", ...Array.from({ length: 550 }, (): [number, number] => [1, 1])));
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });

  test("stands behind the preview of a photo; not behind more than a photo has before it", () => {
    expect(imageSize("image/jpeg", jpeg(4032, 3024, 65_000))).toEqual({ width: 4032, height: 3024 });
    expect(imageSize("image/jpeg", jpeg(4032, 3024, 120_000))).toBeNull();
  });

  test.each([
    ["another type than named", "image/jpeg", png(10, 10)],
    ["a HEIC that is a PNG", "image/heic", png(10, 10)],
    ["a HEIC that is an AVIF", "image/heic", heif("avif", [10, 10])],
    ["a HEIC without a size", "image/heic", heif("heic")],
    ["a type that is not read", "image/avif", heif("avif", [10, 10])],
    ["no pixel", "image/png", png(0, 10)],
    ["nothing", "image/png", ""],
    ["a head that is cut off", "image/png", "iVBORw0K"],
    ["a JPEG without a frame", "image/jpeg", "/9j/4AAQSkZJRgAB"],
    ["a WebP without a picture", "image/webp", Buffer.from("RIFF....WEBPVP8?").toString("base64")],
    ["a letter a hundred thousand times", "image/png", "A".repeat(400_000)],
  ])("is unknown of %s", (_, mediaType, base64) => {
    expect(imageSize(mediaType, base64)).toBeNull();
  });

  test("costs no more for a larger hostile image than its head allows", () => {
    const hostile = (bytes: number, fill: number): string =>
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(bytes, fill)]).toString("base64");
    for (const fill of [0x00, 0x01, 0xff]) {
      const base64 = hostile(8_000_000, fill);
      const startedMs = performance.now();
      expect(imageSize("image/jpeg", base64)).toBeNull();
      // 98,304 bytes byte by byte: some 20 ms on a quiet machine, seconds were all of it read.
      expect(performance.now() - startedMs).toBeLessThan(1_000);
    }
  });
});
