export type Step = "day" | "week" | "month";

/** An instant after a step. A month later is the same day of the next month, or its last day if it has no such day. */
export function stepAhead(instant: string, step: Step): string {
  const date = new Date(instant);
  if (step !== "month") {
    date.setUTCDate(date.getUTCDate() + (step === "day" ? 1 : 7));
    return date.toISOString();
  }
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 1, 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.toISOString();
}
