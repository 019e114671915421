import type { CalendarPeriod, DecimalText } from "../document/calendar.ts";

type Group = Readonly<Record<string, string>>;

/** What a line says, as the engine decided it (its `LineText`): a kind with values, worded in the language of the document. */
export type PrintedLineText =
  /** `group`: the values by which usage was split; empty for usage without any, null where it was not split. */
  | { readonly kind: "item"; readonly item: string; readonly group: Group | null }
  | { readonly kind: "unused"; readonly item: string }
  | ({ readonly kind: "late_usage"; readonly item: string; readonly group: Group | null } & CalendarPeriod)
  | { readonly kind: "discount"; readonly percentage: DecimalText | null }
  | { readonly kind: "true_up" }
  | { readonly kind: "reduction" };
