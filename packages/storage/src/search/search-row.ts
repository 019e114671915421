/** The types of objects that search finds. */
export const SEARCHED_TYPES = [
  "account",
  "subscription",
  "invoice",
  "payment",
  "credit_note",
  "credit_grant",
  "product",
  "price",
  "price_bundle",
  "plan",
  "metric",
  "feature",
  "event",
  "mail",
  "tax_rate",
  "usage_alert",
  "test_clock",
] as const;

export type SearchedType = (typeof SEARCHED_TYPES)[number];

/** Which text of an object matches. */
export const SEARCH_REASONS = [
  "id",
  "name",
  "alias",
  "email",
  "contact",
  "tax_id",
  "sku",
  "key",
  "event_name",
  "purchase_order_number",
  "number",
  "external_id",
  "amount",
  "unique_id",
] as const;

export type SearchReason = (typeof SEARCH_REASONS)[number];

/** An object that matches, before its title is read. */
export interface SearchMatch {
  readonly type: SearchedType;
  readonly id: string;
  readonly reason: SearchReason;
  /** The complete text of the object equals the query, ignoring case. */
  readonly isExact: boolean;
}
