import { deflateSync, crc32 } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDocumentRenderer, imageFormat, type DocumentRenderer } from "../../src/index.ts";
import { readPdf } from "../read-pdf.ts";
import { short } from "../samples/index.ts";

let renderer: DocumentRenderer;
const warnings: string[] = [];
beforeAll(() => {
  renderer = createDocumentRenderer({ onWarning: (warning) => warnings.push(warning) });
});
afterAll(() => renderer.close());

async function figuresWith(logo: Uint8Array): Promise<{ figures: number; text: string }> {
  const pdf = readPdf(await renderer.renderInvoice({ ...short, seller: { ...short.seller, logo } }));
  return { figures: pdf.structure.match(/\/S \/Figure/g)?.length ?? 0, text: pdf.pages[0]?.text ?? "" };
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

test("a PNG or SVG logo replaces the name mark", async () => {
  const svg = encode('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5"><rect width="10" height="5"/></svg>');
  for (const logo of [onePixelPng(), svg]) {
    const { figures, text } = await figuresWith(logo);
    expect(figures).toBe(1);
    expect(text).toMatch(/^Invoice/);
  }
});

test("the name mark replaces a broken or unknown image, and the invoice is still drawn", async () => {
  const broken = onePixelPng().subarray(0, 40);
  for (const logo of [broken, encode("GIF89a"), encode("<svg"), encode("<svg><unclosed></svg>"), new Uint8Array()]) {
    const { figures, text } = await figuresWith(logo);
    expect(figures).toBe(0);
    expect(text).toMatch(/^N Northlight/);
  }
  expect(warnings).toHaveLength(5);
  for (const warning of warnings) expect(warning).toContain("the logo cannot be rendered");
});

test("an image within an image cannot read the machine's files", async () => {
  const href = "file:///proc/self/environ";
  const nested = `<image href="${href}" width="9" height="9"/><image href="/etc/hostname" width="9" height="9"/>`;
  const logo = encode(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/>${nested}</svg>`,
  );
  expect((await figuresWith(logo)).text).toContain("Amount due");
});

test("the first bytes of an image determine its format", () => {
  expect(imageFormat(onePixelPng())).toBe("png");
  expect(imageFormat(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toBe("jpg");
  expect(imageFormat(encode('<?xml version="1.0"?>\n<svg/>'))).toBe("svg");
  expect(imageFormat(encode("<html><svg></html>"))).toBe(null);
  expect(imageFormat(encode("GIF89a"))).toBe(null);
});

function onePixelPng(): Uint8Array {
  const chunk = (type: string, content: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]); // 1 × 1 pixel of 8-bit RGB
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.from([0, 255, 0, 0]))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
