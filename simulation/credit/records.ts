import type { Day } from "../auditor/calendar.ts";
import type { Rational } from "../auditor/rational.ts";
import type { WireModel } from "../journal/catalogue.ts";

/** A usage price of one metric, which sums the property `n` of its own event. */
export interface CreditPrice {
  readonly id: string;
  readonly productId: string;
  readonly metricId: string;
  readonly eventName: string;
  readonly type: string;
  readonly model: WireModel;
}

/** A price while a contract sells it. */
export interface SoldPrice {
  readonly price: CreditPrice;
  readonly from: Day;
  until: Day | null;
}

/** A contract whose usage is billed every so many months from its first day. */
export interface CreditContract {
  readonly id: string;
  readonly currency: string;
  readonly start: Day;
  readonly months: number;
  readonly sold: SoldPrice[];
  readonly pauses: { readonly from: Day; until: Day }[];
  /** The periods that are issued, counted from the first. */
  issued: number;
}

export interface CreditEvent {
  readonly uniqueId: string;
  readonly eventName: string;
  readonly at: number;
  quantity: number;
}

export interface CreditGrant {
  readonly id: string;
  readonly currency: string;
  readonly amount: Rational;
  /** What issued invoices left of it. */
  left: Rational;
  readonly priority: number;
  readonly effectiveAt: number;
  readonly expiresAt: number | null;
  /** Empty: every product. */
  readonly productIds: readonly string[];
}

export interface CreditHold {
  readonly id: string;
  readonly currency: string;
  readonly events: readonly CreditEvent[];
  readonly expiresAt: number;
  /** What its answer said that the events cost. */
  readonly amount: Rational;
  isClosed: boolean;
}

/** An invoice that must have been issued. */
export interface IssuedInvoice {
  readonly subscriptionId: string;
  readonly billingDate: Day;
  readonly currency: string;
  readonly total: string;
  readonly creditsApplied: string;
}

/** A limit of what usage may cost in a billing period. */
export interface SpendLimit {
  readonly id: string;
  readonly accountId: string;
  readonly appliesTo: "account" | "family";
  /** Both null: all usage. */
  readonly metricId: string | null;
  readonly productId: string | null;
  readonly currency: string;
  amount: Rational;
  enforcement: "soft" | "hard";
  isActive: boolean;
}

/** Everything that was answered about one account, in the order in which it happened. */
export interface CreditRecord {
  readonly accountId: string;
  /** Of the account's time zone, which has no daylight saving time. */
  readonly offsetMinutes: number;
  readonly graceHours: number;
  readonly taxPercent: number;
  readonly contracts: readonly CreditContract[];
  readonly grants: CreditGrant[];
  readonly events: Map<string, CreditEvent>;
  readonly holds: CreditHold[];
  readonly issued: IssuedInvoice[];
  /** The account above it. */
  parentId: string | null;
  /** What usage in euros, the account's currency, may owe beyond the grants. */
  creditLine: Rational | null;
  settleAboveHeld: "accept" | "refuse";
  now: number;
}

/** All accounts of an organization, which have one clock, and their limits, the oldest first. */
export interface CreditFamily {
  readonly records: readonly CreditRecord[];
  readonly limits: SpendLimit[];
}

/** The currency of each account. */
export const ACCOUNT_CURRENCY = "EUR";

const MINUTE = 60_000;
const HOUR = 3_600_000;

export function dayAt({ offsetMinutes }: Pick<CreditRecord, "offsetMinutes">, at: number): Day {
  return new Date(at + offsetMinutes * MINUTE).toISOString().slice(0, "2026-01-01".length);
}

export function midnight({ offsetMinutes }: Pick<CreditRecord, "offsetMinutes">, day: Day): number {
  return Date.parse(`${day}T00:00:00Z`) - offsetMinutes * MINUTE;
}

/** When the invoice of a period that ends on a day is issued. */
export function issuedAt(record: CreditRecord, end: Day): number {
  return midnight(record, end) + record.graceHours * HOUR;
}
