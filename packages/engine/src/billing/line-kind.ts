/** What a line stands for. With the price, its version and the service period it is the line's identity (invariant 8). */
export type InvoiceLineKind =
  "recurring" | "usage" | "correction" | "one_off" | "credit" | "discount" | "minimum" | "maximum";

/** The event properties by which a line's usage was set apart, with their values: `{region: "eu"}`. */
export type UsageGroup = Readonly<Record<string, string>>;
