/** How long whoever takes something to send it has for it, and when it is tried again. `docs/retries.md` shows them as one table. */
export interface RetryPolicy {
  /** What is still locked after this long is taken by another worker. */
  readonly leaseSeconds: number;
  /** An attempt without a result after this long has failed. It is shorter than the lease. */
  readonly attemptSeconds: number;
  /** How long after each failed attempt the next one is. */
  readonly delaySeconds: readonly number[];
  /** What comes after the last of these delays. */
  readonly afterLast: "give up" | "repeat the last";
  /** Given up this long after the first attempt, whatever delays are left. */
  readonly givenUpAfterHours: number | null;
  /** Each delay is longer or shorter by up to this part of it, so that what failed together does not come back together. */
  readonly spread: number;
}

const MINUTE = 60;
const HOUR = 3_600;

/** Half a minute, doubled up to an hour, for three days. */
const FOR_THREE_DAYS = {
  delaySeconds: [30, MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE, 16 * MINUTE, 32 * MINUTE, HOUR],
  afterLast: "repeat the last",
  givenUpAfterHours: 72,
  spread: 0.2,
} as const;

/** The provider knows what became of it: it is asked until it answers. */
const UNTIL_ANSWERED = {
  delaySeconds: [15],
  afterLast: "repeat the last",
  givenUpAfterHours: null,
  spread: 0,
} as const;

/** Mail is put together and sent within minutes, also by a slow server. */
const MAIL_LEASE = { leaseSeconds: 10 * MINUTE, attemptSeconds: 9 * MINUTE } as const;
/** All calls about one payment together. */
const CALL_LEASE = { leaseSeconds: 3 * MINUTE, attemptSeconds: 150 } as const;

export const RETRY_POLICIES = {
  mails: { ...MAIL_LEASE, ...FOR_THREE_DAYS },
  /** Whoever waits for a letter has asked for another by then. */
  letters: {
    ...MAIL_LEASE,
    delaySeconds: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
    afterLast: "give up",
    givenUpAfterHours: null,
    spread: 0,
  },
  notices: {
    ...MAIL_LEASE,
    delaySeconds: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR],
    afterLast: "give up",
    givenUpAfterHours: null,
    spread: 0,
  },
  webhooks: { leaseSeconds: MINUTE, attemptSeconds: 45, ...FOR_THREE_DAYS },
  paymentCalls: { ...CALL_LEASE, ...UNTIL_ANSWERED },
  refundCalls: { ...CALL_LEASE, ...UNTIL_ANSWERED },
} as const satisfies Readonly<Record<string, RetryPolicy>>;

/** The longest time for which a receiver of webhooks can put the next attempt off by `Retry-After`. */
export const LONGEST_RETRY_AFTER_SECONDS = HOUR;

/** How long after its answer the provider is asked again what became of a payment or refund that is not decided. */
export const UNDECIDED_SECONDS = HOUR;
