import type { MetricMade, PriceMade } from "../journal/catalogue.ts";
import type { EventTaken } from "../journal/journal.ts";
import type { AccountTax, FreeLineMade, TaxRateMade } from "../journal/money.ts";
import type { Proration, SubscriptionMade } from "../journal/subscription.ts";
import type { Day, Interval, Span } from "./calendar.ts";
import type { Rational } from "./rational.ts";

/** Everything that the auditor knows, worked out from the journal alone. */
export interface Books {
  graceMilliseconds: number;
  skipsZero: boolean;
  /** Milliseconds. */
  now: number;
  /** Counts what is done in one transaction: what was decided in it is not decided again. */
  transaction: number;
  readonly metrics: Map<string, MetricMade>;
  readonly prices: Map<string, PriceMade>;
  readonly plans: Map<string, readonly string[]>;
  /** The zone of each account. */
  readonly zones: Map<string, string>;
  /** Where the organization sells from; null where it says nothing. */
  country: string | null;
  /** What each account says of tax. */
  readonly accountTaxes: Map<string, AccountTax>;
  /** The tax category of the products of prices; those that have none are not there. */
  readonly categories: Map<string, string>;
  /** Those that were not archived. */
  readonly taxRates: Map<string, TaxRateMade>;
  readonly subscriptions: Map<string, AuditedSubscription>;
  /** Invoices that somebody wrote, by id. */
  readonly oneOffs: Map<string, AuditedOneOff>;
  /** By account and name. */
  readonly events: Map<string, EventTaken[]>;
  readonly invoices: AuditedInvoice[];
  /**
   * `subscription day`: where the platform put corrections of late usage. On which of the next days is its own choice, as
   * long as none is later than the next invoice; their sum is not.
   */
  correctionDays: ReadonlySet<string>;
  /** What came in since the workers last looked for late events. */
  readonly unseen: EventTaken[];
}

export function openBooks(): Books {
  return {
    graceMilliseconds: 0,
    skipsZero: false,
    now: 0,
    transaction: 0,
    metrics: new Map(),
    prices: new Map(),
    plans: new Map(),
    zones: new Map(),
    country: null,
    accountTaxes: new Map(),
    categories: new Map(),
    taxRates: new Map(),
    oneOffs: new Map(),
    subscriptions: new Map(),
    events: new Map(),
    invoices: [],
    correctionDays: new Set(),
    unseen: [],
  };
}

/** What is sold from a day on. */
export interface AuditedVersion {
  readonly id: string;
  readonly startsOn: Day;
  readonly priceIds: readonly string[];
  readonly proration: Proration;
  /** Its first day was billed before it was published: it counts as one in the middle of the period that began on it. */
  isAfterBilling: boolean;
}

export interface AuditedSubscription {
  readonly made: SubscriptionMade;
  /** The first day of service that is charged, trial and contract start considered. */
  readonly chargedFrom: Day;
  readonly anchor: Day;
  /** The first day after the agreed term; null while none is known, or where it renews. */
  readonly termEndsOn: Day | null;
  /** A cancellation that was not withdrawn. */
  cancellation: { readonly on: Day; readonly givesBack: boolean } | null;
  /** In order, disjoint; only the last can be open. */
  readonly pauses: { readonly startsOn: Day; endsOn: Day | null }[];
  /** The zones of the account before the present one, each for the days up to and with `through`. */
  readonly earlierZones: { readonly zone: string; readonly through: Day }[];
  readonly drafts: Map<string, AuditedVersion>;
  /** In the order in which they were published; of two that begin on one day, the later one took the place on that day. */
  readonly published: AuditedVersion[];
  isActive: boolean;
  /** The last day on which it was looked for something due; null before the first. */
  billedThrough: Day | null;
  readonly lines: AuditedLine[];
  /** What is known of each day of each price that is paid in advance: `price day`. */
  readonly days: Map<string, DayState>;
  /** The prices of its lines. */
  readonly soldPrices: Map<string, PriceMade>;
  /** In the order in which they were made, void ones too. */
  readonly invoices: AuditedInvoice[];
  /** What credit notes gave back of each line, with the sign of its amount. */
  readonly noted: Map<AuditedLine, Rational>;
  /** What the day that is billed just now has taken of invoices that notes gave back from. */
  readonly takenToday: Map<AuditedInvoice, Rational>;
  /** The same of discounts by percentage that notes gave back something of. */
  readonly takenOffToday: Map<AuditedLine, Rational>;
  /** What the invoice that is made just now takes back of the discounts and limits of others: that much more of these can be given back. */
  readonly reliefToday: Map<AuditedInvoice, Rational>;
  /** What was voided and not billed again: the charges were given up, and its days are not billed a second time. */
  readonly letGo: AuditedLine[];
  /** Invoiced usage to be looked at again, for more came in since: `price first-day`. */
  readonly late: Set<string>;
}

/**
 * `paid`: by a line, to be given back when it is not served. `kept`: paid, not served any more since a day, and by the
 * version's proration not given back; nor is it charged when it is served again. `free`: by the version's proration not charged.
 * `elsewhere`: billed elsewhere (R-TIME-3). `charged`: a one-off price was. `left`: not sold any more since a day, and open to be
 * charged again; `was` is what it goes back to where the price goes on after all on that day.
 */
export type DayState =
  | { readonly is: "paid"; readonly by: AuditedLine }
  | { readonly is: "kept"; readonly by: AuditedLine; readonly since: Day }
  | { readonly is: "free" | "elsewhere" | "charged" }
  | { readonly is: "left"; readonly was: DayState; readonly since: Day };

export type LineKind = "recurring" | "usage" | "correction" | "one_off" | "credit" | "discount" | "minimum" | "maximum";

export interface AuditedLine {
  readonly kind: LineKind;
  readonly priceId: string | null;
  /** Whose discount or limit it is: a price's id or the subscription's; null for what is charged. */
  readonly source: string | null;
  readonly service: Span;
  /** The day by which it counts towards discounts and limits: a credit counts where its line did. */
  readonly countedOn: Day;
  /** Of usage: the day from which it is counted, which is that of its period for a later part of overage. */
  readonly countsFrom?: Day;
  /** The interval that it is for: limits of shorter ones count a part of it in each of their periods. Null: as a whole. */
  readonly interval: Interval | null;
  /** The values by which usage was set apart, as JSON; null for the whole. */
  readonly group: string | null;
  readonly quantity: Rational;
  readonly amount: Rational;
  /** The line that a credit gives back. */
  readonly of?: AuditedLine;
  /** The lines that a correction, or other usage below zero, corrects: what was billed of the same usage before. */
  readonly corrects?: readonly AuditedLine[];
  /** What it would have come to beyond its amount, had credit notes not given that back before. It counts as done. */
  readonly settled?: Rational;
  /** Of an amount or a limit that is settled for a period: the first day of that. */
  readonly period?: Day;
  /** Of a discount by percentage: the lines that it was taken off, and the percentage. */
  readonly off?: { readonly lines: readonly AuditedLine[]; readonly value: Rational };
  /** Of what gives back a line under discounts by percentage that notes gave back something of: what it takes back of each, by source. */
  readonly takenOff?: ReadonlyMap<string, Rational>;
  /** Of a discount by percentage: it takes back what notes left of it. */
  readonly isNoteLimited?: boolean;
  /** Of usage that takes back: what of the line of its charge on which invoice. */
  readonly takes?: ReadonlyMap<AuditedInvoice, Rational>;
  /**
   * Of what may take back: its state once those before it have taken what is left of their invoices, given the credits among
   * them; undefined where nothing is left.
   */
  readonly bound?: (credits: readonly AuditedLine[]) => AuditedLine | undefined;
  /** By the rates of the moment at which its invoice was last decided. */
  parts?: readonly TaxedPart[];
}

/** A part of a line's amount, and the taxes that it is under. */
export interface TaxedPart {
  readonly amount: Rational;
  readonly taxes: readonly TaxOfLine[];
}

export interface TaxOfLine {
  /** The same for the same tax: a rate that has another percentage since is another one. */
  readonly key: string;
  readonly percentage: Rational;
  readonly inclusive: boolean;
}

export interface AuditedInvoice {
  readonly subscription: AuditedSubscription;
  readonly billingDate: Day;
  readonly currency: string;
  /** What is charged, then its adjustments. */
  lines: AuditedLine[];
  /** Milliseconds; null when somebody has to issue it. */
  readonly issuesAt: number | null;
  /** The transaction in which it was made. */
  readonly madeIn: number;
  issuedAt: number | null;
  /** By the rates of the moment at which it was last decided. */
  tax: AuditedTax;
  /** Left out because it is zero. */
  isSkipped: boolean;
  /** It bills nothing any more. */
  isVoid: boolean;
  /** The void invoice that it bills again. */
  readonly replaces: AuditedInvoice | null;
  /** Put aside when it was due, for it gives back from these drafts: it is tried again once one of them is issued. */
  awaits?: readonly AuditedInvoice[];
}

export interface AuditedTax {
  /** What the amounts of lines hold. */
  readonly held: Rational;
  /** What comes on top of them. */
  readonly added: Rational;
}

export interface AuditedOneOff {
  readonly accountId: string;
  readonly currency: string;
  readonly lines: readonly FreeLineMade[];
  tax: AuditedTax;
}
