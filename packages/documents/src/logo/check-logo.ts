import { inflateSync } from "node:zlib";
import { imageFormat, type ImageFormat } from "./image-format.ts";
import { plainSvg } from "./plain-svg.ts";

/**
 * The maximum size of a logo. A larger file would noticeably slow down every customer's download for an image of 62 ×
 * 14 mm.
 */
export const LARGEST_LOGO_BYTES = 200_000;
/** Limits the pixels, because a few kilobytes can unpack to gigabytes. */
const LONGEST_SIDE_PIXELS = 4_096;
/**
 * The color profile of a PNG is compressed, too, and is read completely. Real profiles have up to half of this size.
 */
const LARGEST_PROFILE_BYTES = 4_000_000;

export type CheckedLogo =
  /** The bytes to store. For an SVG, without the parts that draw nothing. */
  | { readonly ok: true; readonly format: ImageFormat; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly code: string; readonly detail: string };

/** Checks an uploaded logo by its bytes only. */
export function checkLogo(bytes: Uint8Array): CheckedLogo {
  if (bytes.length > LARGEST_LOGO_BYTES) {
    const detail = `The logo has ${bytes.length} bytes. The limit is ${LARGEST_LOGO_BYTES} bytes.`;
    return { ok: false, code: "too_large", detail };
  }
  const format = imageFormat(bytes);
  if (format === null)
    return { ok: false, code: "unknown_format", detail: "The logo must be a PNG, JPEG, or SVG file." };
  if (format === "svg") return checkSvg(bytes);
  const size = format === "png" ? pngSize(bytes) : jpegSize(bytes);
  if (size === null) return { ok: false, code: "unreadable", detail: "The image file is incomplete or damaged." };
  if (format === "png" && !hasPlainProfile(bytes)) {
    const detail = `The color profile of the image is damaged or larger than ${LARGEST_PROFILE_BYTES} bytes. Save the image without it.`;
    return { ok: false, code: "too_large", detail };
  }
  const longest = Math.max(...size);
  if (Math.min(...size) > 0 && longest <= LONGEST_SIDE_PIXELS) return { ok: true, format, bytes };
  const detail = `The image is ${size.join(" × ")} pixels. Each side must be 1 to ${LONGEST_SIDE_PIXELS} pixels.`;
  return { ok: false, code: "wrong_size", detail };
}

function checkSvg(bytes: Uint8Array): CheckedLogo {
  const plain = plainSvg(new TextDecoder().decode(bytes));
  if (!plain.ok) return { ok: false, code: "unsafe_svg", detail: plain.detail };
  return { ok: true, format: "svg", bytes: new TextEncoder().encode(plain.svg) };
}

type Size = readonly [width: number, height: number];

/** Reads the header, which is the first chunk. The last chunk must be present as well. */
function pngSize(bytes: Uint8Array): Size | null {
  const view = viewOf(bytes);
  const end = Buffer.from(bytes.subarray(-8, -4)).toString("latin1");
  return bytes.length < 45 || end !== "IEND" ? null : [view.getUint32(16), view.getUint32(20)];
}

/** The profile comes before the pixels: a name, a zero byte, the method, and the compressed data (PNG, 11.3.2.3). */
function hasPlainProfile(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const kind = Buffer.from(bytes.subarray(at + 4, at + 8)).toString("latin1");
    if (kind === "IDAT" || kind === "IEND") return true;
    if (kind !== "iCCP") continue;
    const content = bytes.subarray(at + 8, at + 8 + view.getUint32(at));
    try {
      inflateSync(content.subarray(content.indexOf(0) + 2), { maxOutputLength: LARGEST_PROFILE_BYTES });
    } catch {
      return false;
    }
  }
  return true;
}

/** Reads the frame header (SOF), which follows any number of other segments. */
function jpegSize(bytes: Uint8Array): Size | null {
  const view = viewOf(bytes);
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [view.getUint16(at + 7), view.getUint16(at + 5)];
  }
  return null;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
