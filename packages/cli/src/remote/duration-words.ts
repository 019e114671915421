const UNITS = [
  { seconds: 86_400, name: "day" },
  { seconds: 3_600, name: "hour" },
  { seconds: 60, name: "minute" },
  { seconds: 1, name: "second" },
] as const;

/** A duration in its largest unit: `2 hours`, `1 second`. */
export function inWords(seconds: number): string {
  const unit = UNITS.find((candidate) => seconds >= candidate.seconds) ?? UNITS[UNITS.length - 1]!;
  const count = Math.round(seconds / unit.seconds);
  return `${count} ${unit.name}${count === 1 ? "" : "s"}`;
}
