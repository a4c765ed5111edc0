/** Content digests of texts that hold nothing about a person. Pure. */
import { hash } from "node:crypto";

/** `sha256:` and the hex digest of the UTF-8 bytes of `text`. */
export const digestOf = (text: string): string => `sha256:${hash("sha256", text, "hex")}`;
