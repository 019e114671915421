/**
 * A table of rows that are sent outside and retried. Each table has the columns `attempts`, `next_attempt_at`, and `locked_until`. This
 * describes what differs between tables.
 */
export interface OutboxTable {
  readonly name: string;
  /** False for mail to people about their own sign-in, which belongs to no organization. */
  readonly isOfOrganization: boolean;
  /** The columns that identify a row within its organization. */
  readonly key: readonly string[];
  /** The condition of rows that still have to be sent. If absent, all rows do. */
  readonly waiting?: string;
  /** Rows without `next_attempt_at` are due, before all others. */
  readonly isDueWithoutTime?: boolean;
  /** The order of rows with the same `next_attempt_at`. */
  readonly thenBy?: readonly string[];
  /** The column with the start of the first attempt. */
  readonly firstAttempt?: "tried_at" | "called_at";
  /** The column that counts attempts since delivery was last requested. `attempts` counts all. */
  readonly recentAttempts?: "tries";
  readonly turns?: OutboxTurns;
  /** The name of the prepared statement, for a table that is claimed often. */
  readonly statement?: string;
}

/** Rows that are claimed for one receiver at a time, and one after another for each object. */
export interface OutboxTurns {
  readonly receiver: string;
  readonly object: string;
  /** The order of the rows of an object. */
  readonly sequence: string;
}

export const MAILS: OutboxTable = {
  name: "mail",
  isOfOrganization: true,
  key: ["id"],
  waiting: "status = 'queued'",
  isDueWithoutTime: true,
  thenBy: ["id"],
  firstAttempt: "tried_at",
};

export const LETTERS: OutboxTable = { name: "letter", isOfOrganization: false, key: ["id"] };

export const NOTICES: OutboxTable = { name: "notice", isOfOrganization: false, key: ["id"] };

export const PAYMENT_CALLS: OutboxTable = {
  name: "payment",
  isOfOrganization: true,
  key: ["id"],
  thenBy: ["id"],
  firstAttempt: "called_at",
};

export const REFUND_CALLS: OutboxTable = { ...PAYMENT_CALLS, name: "refund" };

export const WEBHOOK_DELIVERIES: OutboxTable = {
  name: "webhook_delivery",
  isOfOrganization: true,
  key: ["endpoint_id", "notification_id"],
  waiting: "status = 'pending'",
  thenBy: ["sequence"],
  firstAttempt: "tried_at",
  recentAttempts: "tries",
  turns: { receiver: "endpoint_id", object: "object_id", sequence: "sequence" },
  statement: "claim-webhook-deliveries",
};
