import { crc32, deflateSync } from "node:zlib";
import { type Bitmap2D, correction, generate, mode } from "lean-qr";

/** The number of white modules around a code (ISO/IEC 18004). */
const QUIET = 4;
/** The largest code that the guideline for SEPA transfers allows. */
const LARGEST_VERSION = 13;

/** The QR code of a text's UTF-8 bytes with error correction level M, as required for SEPA transfers (EPC069-12). */
function codeOf(content: string): Bitmap2D {
  return generate(mode.bytes(new TextEncoder().encode(content)), {
    minCorrectionLevel: correction.M,
    maxCorrectionLevel: correction.M,
    maxVersion: LARGEST_VERSION,
  });
}

/**
 * The code as an SVG image without its quiet zone, one unit per module. Adjacent dark modules of a row form one box,
 * and all boxes form one path, so that no seams show.
 */
export function qrSvg(content: string): string {
  const code = codeOf(content);
  const boxes: string[] = [];
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (!code.get(x, y)) continue;
      const start = x;
      while (code.get(x + 1, y)) x += 1;
      boxes.push(`M${start} ${y}h${x + 1 - start}v1h-${x + 1 - start}z`);
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${code.size} ${code.size}"><path d="${boxes.join("")}"/></svg>`;
}

/** The code as a black-and-white PNG image, `scale` pixels per module, because mail programs do not display SVG. */
export function qrPng(content: string, scale = 6): Buffer {
  const code = codeOf(content);
  const size = (code.size + 2 * QUIET) * scale;
  const lineBytes = Math.ceil(size / 8);
  const lines = Buffer.alloc(size * (lineBytes + 1));
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (code.get(Math.floor(x / scale) - QUIET, Math.floor(y / scale) - QUIET)) continue;
      const at = y * (lineBytes + 1) + 1 + (x >> 3);
      lines[at] = (lines[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // One bit per pixel, grayscale.
  header[8] = 1;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(lines)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(body.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
