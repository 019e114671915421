/** The event types in groups. `*` means all, and `invoice.*` a group. */
export const EVENT_TYPES: readonly (readonly [group: string, types: readonly string[]])[] = [
  ["account", ["account.created", "account.updated"]],
  [
    "subscription",
    [
      "subscription.sent",
      "subscription.accepted",
      "subscription.declined",
      "subscription.activated",
      "subscription.started",
      "subscription.updated",
      "subscription.version.published",
      "subscription.version.superseded",
      "subscription.paused",
      "subscription.resumed",
      "subscription.renewed",
      "subscription.cancelation_scheduled",
      "subscription.canceled",
    ],
  ],
  [
    "invoice",
    [
      "invoice.created",
      "invoice.issued",
      "invoice.paid",
      "invoice.overdue",
      "invoice.reminder",
      "invoice.voided",
      "invoice.failed",
    ],
  ],
  ["payment", ["payment.created", "payment.failed", "payment.refunded"]],
  ["credit", ["credit.granted", "credit.balance_low", "credit.balance_depleted", "credit.expired"]],
  ["credit_note", ["credit_note.issued"]],
  ["usage", ["usage.threshold_reached"]],
  ["spend_limit", ["spend_limit.reached"]],
];
