/**
 * What a line stands for. It identifies the line, together with the price, its version and the service period
 * (invariant 8).
 */
export type InvoiceLineKind =
  "recurring" | "usage" | "correction" | "one_off" | "credit" | "discount" | "minimum" | "maximum";

/** The event properties that split a line's usage, with their values: `{region: "eu"}`. */
export type UsageGroup = Readonly<Record<string, string>>;
