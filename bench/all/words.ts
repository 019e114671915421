import { shortNumber } from "../platform/grouped-bars.ts";
import type { Figure } from "../platform/figures.ts";

/** `45 s`, `3 min 5 s`. */
export function inWords(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** The value with its unit: `41,200/s`, `1.03 ms`. */
export function valueOf({ value, unit }: Pick<Figure, "value" | "unit">): string {
  return `${shortNumber(value)}${unit}`;
}

/** How far a figure is on the way to its target: 1 is reached, more is better. Undefined without a target. */
export function shareOfTarget({ value, target, better }: Figure): number | undefined {
  if (target === undefined || target <= 0 || value <= 0) return undefined;
  return better === "higher" ? value / target : target / value;
}
