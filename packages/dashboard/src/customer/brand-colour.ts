import type { CSSProperties } from "react";

/**
 * Styles buttons with the seller's color, and with black or white text, whichever is more readable on it. The color is
 * not used for text, because it may be unreadable on the page.
 *
 * @param colour `#0f6b54`; anything else changes nothing
 */
export function brandStyle(colour: string): CSSProperties {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return {};
  const onColour = luminance(colour) > EVEN ? "#000000" : "#ffffff";
  return {
    "--accent": colour,
    "--accent-hover": `color-mix(in srgb, ${colour} 88%, ${onColour === "#ffffff" ? "#000000" : "#ffffff"})`,
    "--on-accent": onColour,
  } as CSSProperties;
}

/** The luminance at which black and white are equally readable: (L + 0.05)² = 0.05 × 1.05. */
const EVEN = 0.179;

/** Relative luminance, as WCAG defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
