import { expect } from "vitest";
import type { Story } from "./scenario.ts";

/**
 * The instants at which the periods of a monthly price start, from the start of the story until a day:
 * `2024-03-15T07:00Z`. An invoice shows the last second of its period as the end, so adjacent periods must have no gap
 * and no overlap.
 */
export async function periodStarts(story: Story, until: string): Promise<string[]> {
  await story.subscribe({ prices: [await story.fixed("Base", "10.00")] });
  await story.advanceTo(until);
  const lines = (await story.invoices()).flatMap((invoice) => invoice.lineItems);
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    if (next !== undefined) expect(Date.parse(line.billingPeriodEnd) + 1_000).toBe(Date.parse(next.billingPeriodStart));
  }
  return lines.map((line) => line.billingPeriodStart.replace(":00.000Z", "Z"));
}
