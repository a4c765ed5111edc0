/** Real small images of every type that providers take; those of a given size have it written into their head. */
import { deflateSync } from "node:zlib";

const ONE_PIXEL = {
  gif: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
  jpeg: "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
  webp: "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA",
  lossless: "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
} as const;

/** A whole PNG, one bit a pixel, all black. */
export function png(width: number, height: number): string {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const data = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * Math.min(height, 4_096)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]).toString("base64");
}

function chunk(name: string, data: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(name, "latin1"), data, Buffer.alloc(4)]);
  whole.writeUInt32BE(data.length, 0);
  // The checksum is nobody's business here.
  return whole;
}

export function gif(width: number, height: number): string {
  const bytes = Buffer.from(ONE_PIXEL.gif, "base64");
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes.toString("base64");
}

/** With so many bytes of a preview before the size, as phones write them. */
export function jpeg(width: number, height: number, previewBytes = 0): string {
  const bytes = Buffer.from(ONE_PIXEL.jpeg, "base64");
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  const segments: Buffer[] = [];
  for (let left = previewBytes; left > 0; left -= 60_000) {
    const segment = Buffer.alloc(4 + Math.min(left, 60_000), 0x20);
    segment.writeUInt16BE(0xffe2, 0);
    segment.writeUInt16BE(segment.length - 2, 2);
    segments.push(segment);
  }
  return Buffer.concat([bytes.subarray(0, frame), ...segments, bytes.subarray(frame)]).toString("base64");
}

export function webp(width: number, height: number): string {
  const bytes = Buffer.from(ONE_PIXEL.webp, "base64");
  bytes.writeUInt16LE(width, 26);
  bytes.writeUInt16LE(height, 28);
  return bytes.toString("base64");
}

/** The boxes of a HEIF file up to its sizes; no picture. */
export function heif(brand: string, ...sizes: readonly (readonly [width: number, height: number])[]): string {
  const extents = sizes.map(([width, height]) => {
    const extent = Buffer.alloc(12);
    extent.writeUInt32BE(width, 4);
    extent.writeUInt32BE(height, 8);
    return box("ispe", extent);
  });
  const meta = box("meta", Buffer.alloc(4), box("iprp", box("ipco", ...extents)));
  return Buffer.concat([box("ftyp", Buffer.from(`${brand}\0\0\0\0`, "latin1")), meta]).toString("base64");
}

function box(name: string, ...content: readonly Buffer[]): Buffer {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(name, "latin1"), ...content]);
  whole.writeUInt32BE(whole.length, 0);
  return whole;
}

/** One pixel. */
export const LOSSLESS_WEBP = ONE_PIXEL.lossless;
