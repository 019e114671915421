/** How long a worker has for an attempt, and when a failed attempt is repeated. `docs/retries.md` shows all policies in one table. */
export interface RetryPolicy {
  /** After this time another worker may claim the row. */
  readonly leaseSeconds: number;
  /** After this time an attempt without a result counts as failed. Shorter than the lease. */
  readonly attemptSeconds: number;
  /** The delay after each failed attempt. */
  readonly delaySeconds: readonly number[];
  /** What follows the last of these delays. */
  readonly afterLast: "give up" | "repeat the last";
  /** No attempt follows after this time since the first one. */
  readonly givenUpAfterHours: number | null;
  /** Each delay is longer or shorter by up to this share, so that rows that failed together are not all retried at the same time. */
  readonly spread: number;
}

const MINUTE = 60;
const HOUR = 3_600;

/** 30 seconds, doubled up to one hour, for three days. */
const FOR_THREE_DAYS = {
  delaySeconds: [30, MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE, 16 * MINUTE, 32 * MINUTE, HOUR],
  afterLast: "repeat the last",
  givenUpAfterHours: 72,
  spread: 0.2,
} as const;

/** The provider knows the result, so it is asked until it answers. */
const UNTIL_ANSWERED = {
  delaySeconds: [15],
  afterLast: "repeat the last",
  givenUpAfterHours: null,
  spread: 0,
} as const;

/** Composing a mail and sending it through a slow server takes minutes at most. */
const MAIL_LEASE = { leaseSeconds: 10 * MINUTE, attemptSeconds: 9 * MINUTE } as const;
/** For all requests about one payment together. */
const CALL_LEASE = { leaseSeconds: 3 * MINUTE, attemptSeconds: 150 } as const;

export const RETRY_POLICIES = {
  mails: { ...MAIL_LEASE, ...FOR_THREE_DAYS },
  /** People who wait for a letter longer than this request another one. */
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

/** The longest wait that a webhook receiver can ask for with `Retry-After`. */
export const LONGEST_RETRY_AFTER_SECONDS = HOUR;

/** How long after its answer the provider is asked again about a payment or refund that is not decided. */
export const UNDECIDED_SECONDS = HOUR;
