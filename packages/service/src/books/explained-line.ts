import type { InvoiceStatus, ShownInvoiceStatus, MetricAggregation, MetricRow } from "@counterfoil/storage";
import type { LineConversion } from "../invoices/index.ts";
import type { Difference } from "./line-differences.ts";

/** A line with all that its amount follows from, to be read by a person and computed again by a machine (R-RATE-5). */
export interface ExplainedLine {
  invoiceId: string;
  invoiceNumber: string | null;
  invoiceStatus: ShownInvoiceStatus;
  lineId: string;
  kind: string;
  description: string;
  currency: string;
  amount: string;
  /** Calendar dates of `timezone`, half-open. */
  servicePeriod: { start: string; end: string };
  timezone: string;
  versionId: string | null;
  /** The price as it was frozen; null for a line that follows from other lines. */
  price: { id: string; type: string; pricingModel: object; termsHash: string } | null;
  /** Where the price is in another currency: from what it was converted, at which rate of which day. */
  conversion: LineConversion | null;
  usage: ExplainedUsage | null;
  /** What came later, apart from what was billed; null where nothing did. */
  sinceIssued: SinceIssued | null;
  /** The lines that this one counts, takes off, or gives back. */
  countedLines: CountedLineShown[];
  /** From the first operand to the amount, in order. */
  steps: ExplainedStep[];
  notes: string[];
  /** SHA-256 over the inputs; null for a line that no contract made. */
  inputsHash: string | null;
  recomputed: Recomputed;
}

/** What comes out when the inputs are computed again now. */
export interface Recomputed {
  /** Null where it cannot be computed: `differences` says why; without one, the events are kept no longer. */
  amount: string | null;
  agrees: boolean;
  differences: Difference[];
}

/** Usage of an issued line that changed since: events that came in late, or were amended or voided. */
export interface SinceIssued {
  /** The usage of the same period as it is counted now. */
  quantity: string;
  eventCount: number;
  /** Now, less what the line counted. */
  quantityChange: string;
  /** The lines that bill the difference or give it back, those of drafts included; empty until there is one. */
  corrections: LaterCorrection[];
}

export interface LaterCorrection {
  invoiceId: string;
  invoiceNumber: string | null;
  invoiceStatus: InvoiceStatus;
  lineId: string;
  quantity: string;
  amount: string;
}

/** One step of the arithmetic. */
export interface ExplainedStep {
  kind: string;
  /** The step as a person reads it: `tier 1 (up to 100): 100 × 0.15 = 15`. */
  text: string;
  /** The operands by name, exact decimals. */
  operands: Record<string, string>;
  result: string;
}

/** A line of this or of an earlier invoice, as it stood when this line was decided. */
export interface CountedLineShown {
  /** Null for a line that was decided at the same time and had no id yet. */
  lineId: string | null;
  amount: string;
}

export interface ExplainedUsage {
  accountId: string;
  /** Instants, half-open. */
  from: string;
  to: string;
  /** Paused time, which does not count. */
  except: { from: string; to: string }[];
  /** Events count up to this place in the order in which they began to count; null where all that came do. */
  countedThrough: string | null;
  /** The property values by which the usage was set apart; null for all of it. */
  group: Record<string, string> | null;
  /** What is rated: of several metrics their sum (R-RATE-4). */
  quantity: string;
  eventCount: number;
  metrics: ExplainedMetric[];
}

/** The metric as it was frozen, and what it measured. */
export interface ExplainedMetric {
  id: string;
  name: string;
  eventName: string;
  aggregation: MetricAggregation;
  filters: MetricRow["filters"];
  groupBy: string[];
  quantity: string;
  eventCount: number;
  firstEventAt: string | null;
  lastEventAt: string | null;
  /** The days with events, each measured by itself: of a sum or a count they sum to the quantity. */
  days: { date: string; quantity: string; eventCount: number }[];
  /** The events that were counted, page by page; null where there is no invoice to ask for. */
  eventsUrl: string | null;
}
