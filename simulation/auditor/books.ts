import type { MetricMade, PriceMade } from "../journal/catalogue.ts";
import type { EventTaken } from "../journal/journal.ts";
import type { Proration, SubscriptionMade } from "../journal/subscription.ts";
import type { Day, Span } from "./calendar.ts";
import type { Rational } from "./rational.ts";

/** Everything that the auditor knows, worked out from the journal alone. */
export interface Books {
  graceMilliseconds: number;
  skipsZero: boolean;
  /** Milliseconds. */
  now: number;
  readonly metrics: Map<string, MetricMade>;
  readonly prices: Map<string, PriceMade>;
  /** The zone of each account. */
  readonly zones: Map<string, string>;
  readonly subscriptions: Map<string, AuditedSubscription>;
  /** By account and name. */
  readonly events: Map<string, EventTaken[]>;
  readonly invoices: AuditedInvoice[];
}

export function openBooks(): Books {
  return {
    graceMilliseconds: 0,
    skipsZero: false,
    now: 0,
    metrics: new Map(),
    prices: new Map(),
    zones: new Map(),
    subscriptions: new Map(),
    events: new Map(),
    invoices: [],
  };
}

/** What is sold from a day on. */
export interface AuditedVersion {
  readonly id: string;
  readonly startsOn: Day;
  readonly priceIds: readonly string[];
  readonly proration: Proration;
}

export interface AuditedSubscription {
  readonly made: SubscriptionMade;
  /** The first day of service that is charged, trial and contract start considered. */
  readonly chargedFrom: Day;
  readonly anchor: Day;
  /** The first day without service; null while none is known. */
  readonly endsOn: Day | null;
  readonly drafts: Map<string, AuditedVersion>;
  /** In the order in which they were published; of two with the same start, the later one took the place. */
  readonly published: AuditedVersion[];
  isActive: boolean;
  /** The last day on which it was looked for something due; null before the first. */
  billedThrough: Day | null;
  readonly lines: AuditedLine[];
  /** What is known of each day of each price that is paid in advance: `price day`. */
  readonly days: Map<string, DayState>;
}

/**
 * `paid`: by a line, to be given back when it is not served. `kept`: paid, not served any more, and by the version's
 * proration not given back; paid again when it is served again. `free`: by the version's proration not charged.
 * `elsewhere`: billed elsewhere (R-TIME-3). `charged`: a one-off price was.
 */
export type DayState =
  { readonly is: "paid" | "kept"; readonly by: AuditedLine } | { readonly is: "free" | "elsewhere" | "charged" };

export type LineKind = "recurring" | "usage" | "one_off" | "credit" | "discount" | "minimum" | "maximum";

export interface AuditedLine {
  readonly kind: LineKind;
  readonly priceId: string | null;
  /** Whose discount or limit it is: a price's id or the subscription's; null for what is charged. */
  readonly source: string | null;
  readonly service: Span;
  quantity: Rational;
  amount: Rational;
  /** The window in which usage counts, in milliseconds; null for other lines. */
  readonly window: { readonly start: number; readonly end: number } | null;
}

export interface AuditedInvoice {
  readonly subscription: AuditedSubscription;
  readonly billingDate: Day;
  readonly currency: string;
  /** What is charged, then its adjustments. */
  lines: AuditedLine[];
  /** Milliseconds; null when somebody has to issue it. */
  readonly issuesAt: number | null;
  readonly createdAt: number;
  issuedAt: number | null;
  /** Left out because it comes to zero. */
  isSkipped: boolean;
}
