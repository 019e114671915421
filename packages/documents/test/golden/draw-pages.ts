import { PDFiumLibrary } from "@hyzyla/pdfium";
import { PNG } from "pngjs";

/** A page as a grayscale image: small enough to store, and large enough to show what moved. */
export interface PagePicture {
  readonly width: number;
  readonly height: number;
  /** One byte per pixel, line by line; 255 is white. */
  readonly shades: Uint8Array;
}

/** At this scale, A4 has 446 × 632 pixels. */
const SCALE = 0.75;

/** Draws the pages of a PDF with PDFium, which is independent of the program that created it. */
export async function drawPages(pdf: Uint8Array, scale = SCALE): Promise<PagePicture[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const pages: PagePicture[] = [];
  for (const page of document.pages()) {
    const drawn = await page.render({ scale, colorSpace: "Gray", render: "bitmap" });
    pages.push({ width: drawn.width, height: drawn.height, shades: Uint8Array.from(drawn.data) });
  }
  document.destroy();
  library.destroy();
  return pages;
}

export function toPng({ width, height, shades }: PagePicture): Buffer {
  const png = new PNG({ width, height });
  shades.forEach((shade, at) => png.data.set([shade, shade, shade, 255], at * 4));
  return PNG.sync.write(png, { colorType: 0 });
}

export function fromPng(file: Buffer): PagePicture {
  const { width, height, data } = PNG.sync.read(file);
  return { width, height, shades: Uint8Array.from({ length: width * height }, (_, at) => data[at * 4] ?? 0) };
}

const BLOCK = 8;

/**
 * The greatest difference between the mean shades of two images in any block of 8 × 8 pixels, from 0 to 255; 255 if
 * their sizes differ. Means tolerate differences in antialiasing and show a word that moved or is missing.
 */
export function greatestDifference(one: PagePicture, other: PagePicture): number {
  if (one.width !== other.width || one.height !== other.height) return 255;
  let greatest = 0;
  for (let top = 0; top < one.height; top += BLOCK) {
    for (let left = 0; left < one.width; left += BLOCK) {
      greatest = Math.max(greatest, Math.abs(blockMean(one, left, top) - blockMean(other, left, top)));
    }
  }
  return greatest;
}

function blockMean({ width, height, shades }: PagePicture, left: number, top: number): number {
  const [right, bottom] = [Math.min(left + BLOCK, width), Math.min(top + BLOCK, height)];
  let sum = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) sum += shades[y * width + x] ?? 0;
  }
  return sum / ((right - left) * (bottom - top));
}
