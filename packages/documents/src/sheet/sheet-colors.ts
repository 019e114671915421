import type { SheetColors } from "./document-sheet.ts";

/** The contrast that WCAG 2.2 AA requires for small text. */
const readable = 4.5;
const neutral = "#1d2433";

/** @param brandColor "#rrggbb", or null for a neutral ink. */
export function sheetColors(brandColor: string | null): SheetColors {
  const accent = brandColor ?? neutral;
  return { accent, onAccent: contrastWithWhite(accent) >= 3 ? "#ffffff" : neutral, accentText: darkened(accent) };
}

/** The color itself, or a darker one that is readable on white. */
function darkened(color: string): string {
  let result = channels(color);
  while (contrastWithWhite(hex(result)) < readable) result = result.map((channel) => channel * 0.94);
  return hex(result);
}

function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function hex(rgb: readonly number[]): string {
  return `#${rgb.map((channel) => Math.floor(channel).toString(16).padStart(2, "0")).join("")}`;
}
