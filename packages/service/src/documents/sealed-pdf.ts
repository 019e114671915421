import { createHash } from "node:crypto";
import { fileNameOf } from "./file-name.ts";

/** A document as it is handed out. */
export interface SealedPdf {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  /** Hex. The same for the same document. */
  readonly sha256: string;
}

/** @param name the file name without its extension */
export function sealPdf(bytes: Uint8Array, name: string): SealedPdf {
  return { bytes, fileName: `${fileNameOf(name)}.pdf`, sha256: createHash("sha256").update(bytes).digest("hex") };
}
