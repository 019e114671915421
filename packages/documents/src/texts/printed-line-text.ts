import type { CalendarPeriod, DecimalText } from "../document/calendar.ts";

type Group = Readonly<Record<string, string>>;

/**
 * The text of a line as the engine determined it (its `LineText`): a kind with values, translated into the language of
 * the document.
 */
export type PrintedLineText =
  /** `group`: the property values that split the usage; empty for usage without values, null if usage was not split. */
  | { readonly kind: "item"; readonly item: string; readonly group: Group | null }
  | { readonly kind: "unused"; readonly item: string }
  | ({ readonly kind: "late_usage"; readonly item: string; readonly group: Group | null } & CalendarPeriod)
  | { readonly kind: "discount"; readonly percentage: DecimalText | null }
  | { readonly kind: "true_up" }
  | { readonly kind: "reduction" };
