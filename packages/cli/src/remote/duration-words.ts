const SECOND = { seconds: 1, name: "second" };
const LONGER_UNITS = [
  { seconds: 86_400, name: "day" },
  { seconds: 3_600, name: "hour" },
  { seconds: 60, name: "minute" },
];

/** A duration in its largest unit: `2 hours`, `1 second`. */
export function inWords(seconds: number): string {
  const unit = LONGER_UNITS.find((candidate) => seconds >= candidate.seconds) ?? SECOND;
  const count = Math.round(seconds / unit.seconds);
  return `${count} ${unit.name}${count === 1 ? "" : "s"}`;
}
