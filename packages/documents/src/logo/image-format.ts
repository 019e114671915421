/** The image formats of a logo, detected by the first bytes. The file's name and declared type prove nothing. */
export type ImageFormat = "png" | "jpg" | "svg";

/** Null if the bytes are in none of these formats. */
export function imageFormat(bytes: Uint8Array): ImageFormat | null {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "png";
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return "jpg";
  const head = new TextDecoder().decode(bytes.subarray(0, 4096));
  return /^\s*(<\?xml|<!--|<!DOCTYPE svg|<svg)/.test(head) && head.includes("<svg") ? "svg" : null;
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}
