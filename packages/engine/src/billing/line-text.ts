import { Temporal } from "temporal-polyfill";
import { unreachable } from "../assertions.ts";
import { dayBefore } from "../calendar/interval.ts";
import type { InvoiceLineKind, UsageGroup } from "./line-kind.ts";

/**
 * The text of a line, as a kind with its values. {@link describeLine} derives the API's English description from it.
 * Documents, customer pages and electronic invoices translate it to the reader's language. All values are text:
 * `percentage` is a decimal, `start` and `end` are calendar dates, half-open.
 */
export type LineText =
  | {
      readonly kind: "item";
      readonly item: string;
      /** The values by which usage was split. Empty for usage without any values, null if it was not split. */
      readonly group: UsageGroup | null;
    }
  | { readonly kind: "unused"; readonly item: string }
  | {
      readonly kind: "late_usage";
      readonly item: string;
      readonly group: UsageGroup | null;
      readonly start: string;
      readonly end: string;
    }
  /** Null for a discount of an amount. */
  | { readonly kind: "discount"; readonly percentage: string | null }
  | { readonly kind: "true_up" }
  | { readonly kind: "reduction" };

/** The columns of a stored line from which its text is read. Dates are calendar dates, half-open. */
export interface DescribedLine {
  readonly kind: InvoiceLineKind;
  readonly description: string;
  readonly usageGroup: UsageGroup | null;
  readonly periodStart: string;
  readonly periodEnd: string;
}

/** The description in the API: English in every locale, and frozen with the line. */
export function describeLine(text: LineText): string {
  switch (text.kind) {
    case "item":
      return itemName(text);
    case "unused":
      return `Unused ${text.item}`;
    case "late_usage":
      return `${latePrefix(text)}${itemName(text)}`;
    case "discount":
      return text.percentage === null ? "Discount" : `Discount ${text.percentage} %`;
    case "true_up":
      return "True-up to minimum spend";
    case "reduction":
      return "Reduction to maximum spend";
    default:
      return unreachable(text);
  }
}

/**
 * The text of a stored line. The kind decides how the description is read, so an item named "Unused seats" remains an
 * item. If the description does not fit the kind, as on lines from another release, the whole description is the item.
 * For every line, `describeLine(readLineText(line))` is its description.
 */
export function readLineText(line: DescribedLine): LineText {
  const text = textOfKind(line);
  return describeLine(text) === line.description ? text : { kind: "item", item: line.description, group: null };
}

function textOfKind({ kind, description, usageGroup, periodStart: start, periodEnd: end }: DescribedLine): LineText {
  const group = inWrittenOrder(usageGroup, description);
  switch (kind) {
    case "recurring":
    case "one_off":
    case "usage":
      return { kind: "item", item: without(description, "", groupSuffix(group)), group };
    case "credit":
      return { kind: "unused", item: without(description, "Unused ", "") };
    case "correction": {
      const item = without(description, latePrefix({ start, end }), groupSuffix(group));
      return { kind: "late_usage", item, group, start, end };
    }
    case "discount":
      return { kind: "discount", percentage: /^Discount (.+) %$/.exec(description)?.[1] ?? null };
    case "minimum":
      return { kind: "true_up" };
    case "maximum":
      return { kind: "reduction" };
    default:
      return unreachable(kind);
  }
}

function itemName({ item, group }: { readonly item: string; readonly group: UsageGroup | null }): string {
  return item + groupSuffix(group);
}

function groupSuffix(group: UsageGroup | null): string {
  if (group === null) return "";
  const values = Object.entries(group).map(([name, value]) => `${name} ${value}`);
  return ` (${values.length === 0 ? "other" : values.join(", ")})`;
}

/** The database does not keep the order of a group's members, so the order comes from the description. */
function inWrittenOrder(group: UsageGroup | null, description: string): UsageGroup | null {
  if (group === null) return null;
  const ordered = takeFromEnd(Object.entries(group), description.slice(0, -1));
  return ordered === null ? group : Object.fromEntries(ordered);
}

/** The entries in the order in which they end the text, or null if they do not. */
function takeFromEnd(entries: readonly [string, string][], text: string): [string, string][] | null {
  for (const entry of entries) {
    const [name, value] = entry;
    const others = entries.filter((one) => one !== entry);
    const written = `${others.length === 0 ? " (" : ", "}${name} ${value}`;
    if (!text.endsWith(written)) continue;
    const before = takeFromEnd(others, text.slice(0, -written.length));
    if (before !== null) return [...before, entry];
  }
  return entries.length === 0 ? [] : null;
}

function latePrefix({ start, end }: { readonly start: string; readonly end: string }): string {
  return `Late usage of ${start} to ${dayBefore(Temporal.PlainDate.from(end))}: `;
}

/** Removes a prefix and a suffix from a text if it has them. */
function without(text: string, prefix: string, suffix: string): string {
  const isFramed = text.startsWith(prefix) && text.endsWith(suffix) && text.length >= prefix.length + suffix.length;
  return isFramed ? text.slice(prefix.length, text.length - suffix.length) : text;
}
