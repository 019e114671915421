import type { HostedInvoice } from "@counterfoil/sdk";
import type { Reading } from "./reading.ts";

type Line = Pick<HostedInvoice["lineItems"][number], "description" | "text" | "servicePeriod">;

/**
 * The text of a line in the reader's language: `Nicht genutzt: Base`. Names of items come from the seller and are not
 * translated.
 */
export function lineText({ description, text, servicePeriod: { start, end } }: Line, reading: Reading): string {
  const { words, say, percent, period } = reading;
  const item = text.item === null ? description : itemName(text.item, text.usageGroup, words.otherUsage);
  switch (text.kind) {
    case "unused":
      return say("unused", { item });
    case "late_usage":
      return say("lateUsage", { period: period(start, end), item });
    case "discount":
      return text.percentage === null ? words.discountPlain : say("discount", { discount: percent(text.percentage) });
    case "true_up":
      return words.toMinimum;
    case "reduction":
      return words.toMaximum;
    case "item":
      return item;
    default:
      return description;
  }
}

function itemName(name: string, group: Readonly<Record<string, string>> | null, other: string): string {
  if (group === null) return name;
  const values = Object.entries(group).map(([property, value]) => `${property} ${value}`);
  return `${name} (${values.length === 0 ? other : values.join(", ")})`;
}
