/**
 * A table whose rows are sent outside and tried again. Each has the columns `attempts`, `next_attempt_at` and `locked_until`; this says
 * what is different from table to table.
 */
export interface OutboxTable {
  readonly name: string;
  /** False for people's own mail, which is no organization's. */
  readonly isOfOrganization: boolean;
  /** The columns that name a row, besides the organization. */
  readonly key: readonly string[];
  /** Which rows wait at all. Left out: all of them. */
  readonly waiting?: string;
  /** Rows without a next attempt are due, the first of all. */
  readonly isDueWithoutTime?: boolean;
  /** In which order rows of the same time are taken. */
  readonly then?: readonly string[];
  /** The column that keeps when the first attempt began. */
  readonly firstAttempt?: "tried_at" | "called_at";
  /** The column that counts attempts since the first one was forgotten, where `attempts` counts all of them. */
  readonly recentAttempts?: "tries";
  readonly turns?: OutboxTurns;
  /** Claimed so often that its statement is prepared under this name. */
  readonly statement?: string;
}

/** Rows that are taken for one receiver at a time, and of the same object one after the other. */
export interface OutboxTurns {
  readonly receiver: string;
  readonly object: string;
  /** Which of the rows of an object comes first. */
  readonly sequence: string;
}

export const MAILS: OutboxTable = {
  name: "mail",
  isOfOrganization: true,
  key: ["id"],
  waiting: "status = 'queued'",
  isDueWithoutTime: true,
  then: ["id"],
  firstAttempt: "tried_at",
};

export const LETTERS: OutboxTable = { name: "letter", isOfOrganization: false, key: ["id"] };

export const NOTICES: OutboxTable = { name: "notice", isOfOrganization: false, key: ["id"] };

export const PAYMENT_CALLS: OutboxTable = {
  name: "payment",
  isOfOrganization: true,
  key: ["id"],
  then: ["id"],
  firstAttempt: "called_at",
};

export const REFUND_CALLS: OutboxTable = { ...PAYMENT_CALLS, name: "refund" };

export const WEBHOOK_DELIVERIES: OutboxTable = {
  name: "webhook_delivery",
  isOfOrganization: true,
  key: ["endpoint_id", "notification_id"],
  waiting: "status = 'pending'",
  then: ["sequence"],
  firstAttempt: "tried_at",
  recentAttempts: "tries",
  turns: { receiver: "endpoint_id", object: "object_id", sequence: "sequence" },
  statement: "claim-webhook-deliveries",
};
