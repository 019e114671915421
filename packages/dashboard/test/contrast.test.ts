import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// docs/design.md promises these: WCAG 2.2, 1.4.3 (text) and 1.4.11 (borders of controls, marks of charts).

const css = readFileSync(new URL("../src/styles.css", import.meta.url), "utf8");
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }],
  ),
);

const TEXT = 4.5;
const SHAPE = 3;

const texts: readonly (readonly [text: string, ground: string])[] = [
  ...["ink", "muted"].flatMap((text) => ["ground", "surface", "sunken"].map((ground) => [text, ground] as const)),
  ...["accent", "good", "warn", "bad", "note"].flatMap((text) =>
    ["surface", "ground", `${text}-soft`].map((ground) => [text, ground] as const),
  ),
  ["on-accent", "accent"],
  ["on-accent", "accent-hover"],
];
const shapes = ["line-strong", "chart-1", "chart-2", "chart-3", "chart-4", "chart-5", "chart-6"].flatMap((shape) =>
  ["surface", "ground"].map((ground) => [shape, ground] as const),
);

test.each(["light", "dark"] as const)(
  "text and marks have enough contrast to their background, in the %s theme (R-UI-1)",
  (theme) => {
    expect(tokens.size).toBeGreaterThan(20);
    const weak = [...texts.map((pair) => [...pair, TEXT] as const), ...shapes.map((pair) => [...pair, SHAPE] as const)]
      .map(([front, back, least]) => ({
        pair: `${front} on ${back}`,
        ratio: contrast(colour(front, theme), colour(back, theme)),
        least,
      }))
      .filter(({ ratio, least }) => ratio < least);
    expect(weak).toEqual([]);
  },
);

test("black on white is 21 to 1", () => {
  expect(contrast("#000000", "#ffffff")).toBe(21);
});

function colour(name: string, theme: "light" | "dark"): string {
  const token = tokens.get(name);
  if (token === undefined) throw new Error(`There is no colour ${name}`);
  return token[theme];
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return Math.round(((lighter + 0.05) / (darker + 0.05)) * 100) / 100;
}

/** Relative luminance, as WCAG defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
