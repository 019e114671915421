/** Locks that are taken at the same position in the order. */
export interface LockLevel {
  readonly name: string;
  /** Tables whose rows are locked directly, and advisory locks by the names that `locksOf` uses. */
  readonly locks: readonly string[];
  /**
   * Tables whose rows are locked, changed or deleted only by a transaction that already holds a lock of this level. So
   * no other transaction can hold these rows and block it.
   */
  readonly guards?: readonly string[];
}

/**
 * The order in which every transaction takes its locks: never a lock of an earlier level after one of a later level. A
 * transaction then waits only for transactions that are further along, so no deadlock occurs. Rows of one level are
 * locked in the order of their IDs, in one statement if there are several. docs/locking.md explains the position of
 * each level.
 *
 * A new table whose rows are locked, updated, deleted or upserted needs a position here. Tests fail for a table without
 * one, and for every transaction that violates the order (`watched-locks.ts`).
 */
export const LOCK_ORDER: readonly LockLevel[] = [
  { name: "idempotency key", locks: ["idempotency", "idempotency_record"] },
  { name: "test clock", locks: ["test_clock"] },
  { name: "look for late usage", locks: ["late usage"] },
  {
    name: "access",
    locks: ["invited address", "membership", "invitation", "api_key", "oauth_connection"],
    guards: ["oauth_token"],
  },
  {
    name: "settings",
    locks: ["organization", "payment_settings", "mail_settings", "mail_template", "logo", "webhook_endpoint"],
    guards: ["webhook_secret"],
  },
  { name: "account families", locks: ["account families"] },
  { name: "plan and bundle", locks: ["plan", "bundle"], guards: ["bundle_price"] },
  {
    name: "subscription",
    locks: ["subscription"],
    guards: [
      "subscription_version",
      "subscription_pause",
      "version_price_group",
      "quote_link",
      "quote_signature",
      "entitlement_grant",
      // A transaction that locks or changes an invoice of a subscription holds the subscription, so it may lock the
      // invoice later, too.
      "invoice of subscription",
    ],
  },
  { name: "invoice", locks: ["invoice"], guards: ["invoice_line", "collection"] },
  { name: "payment", locks: ["payment", "payment_customer"] },
  { name: "refund", locks: ["refund"] },
  { name: "price", locks: ["price"] },
  { name: "product", locks: ["product"] },
  { name: "feature and metric", locks: ["feature", "metric"] },
  { name: "cost price", locks: ["cost_price", "model_price", "model_cost_backfill"] },
  { name: "catalog key", locks: ["catalog keys", "catalog_key"] },
  { name: "cost booking", locks: ["cost_booking_tail", "cost_booking"] },
  {
    name: "usage alert and spend limit",
    locks: ["usage_alert_tail", "usage_alert", "spend_tail", "spend_limit", "margin_tail"],
  },
  { name: "saved view", locks: ["saved_view"] },
  { name: "exchange rate", locks: ["exchange_rate"] },
  { name: "tax rate", locks: ["tax_rate"] },
  { name: "billed terms", locks: ["billed_terms", "late_usage"] },
  { name: "numbering", locks: ["invoice numbers"] },
  {
    name: "account",
    locks: ["account"],
    guards: [
      "account_alias",
      "contact",
      "account_tag",
      "account_metadata",
      "account_parent",
      "credit_grant",
      "credit_hold",
      "credit_setting",
      "credit_top_up",
      "credit_conversion",
    ],
  },
  { name: "entitlement use", locks: ["entitlement_use", "entitlement_reservation"] },
  { name: "number series", locks: ["invoice_series"] },
  { name: "kafka", locks: ["dead_letter", "kafka_offset"] },
  { name: "account names", locks: ["account names"] },
  { name: "usage totalling", locks: ["usage_totalling"] },
  { name: "usage totals", locks: ["usage totals"], guards: ["usage_increment"] },
  // Folding and repairing totals write rows before and after batches are held back. No batch waits for such rows.
  { name: "usage batches", locks: ["usage sequence", "usage_series", "usage_total"] },
  { name: "usage events", locks: ["usage_event_key", "usage_event", "usage_stream", "event_cost", "unpriced_model"] },
  {
    name: "told",
    locks: [
      "credit_note",
      "invoice_usage_days",
      "stored_document",
      "usage_alert_reached",
      "spend_limit_reached",
      "margin_low",
      "rejected_events",
      "invoice_reminder",
      "invoice_link",
      "portal_link",
      "account_note",
      "mail",
    ],
  },
  { name: "webhook delivery", locks: ["webhook_delivery", "webhook_attempt"] },
  { name: "erased texts", locks: ["request_log", "notification", "audit_entry", "audit_unsealed", "audit seals"] },
  { name: "account change", locks: ["account_change"] },
  { name: "usage tail", locks: ["usage_tail"], guards: ["usage_invoiced"] },
  {
    name: "history",
    locks: ["usage_history", "usage_dropped_month"],
    guards: ["usage_history_block", "usage_dropped_block"],
  },
];
