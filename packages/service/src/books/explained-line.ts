import type { InvoiceStatus, ShownInvoiceStatus, MetricAggregation, MetricRow } from "@counterfoil/storage";
import type { LineConversion } from "../invoices/index.ts";
import type { Difference } from "./line-differences.ts";

/**
 * A line with everything that its amount follows from, readable for a person and computable by a program (R-RATE-5).
 */
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
  /** The frozen price. Null for a line that follows from other lines. */
  price: { id: string; type: string; pricingModel: object; termsHash: string } | null;
  /** If the price is in another currency: the original amount, and the exchange rate with its date. */
  conversion: LineConversion | null;
  usage: ExplainedUsage | null;
  /** What changed after the line was billed. Null if nothing did. */
  sinceIssued: SinceIssued | null;
  /** The lines that this line counts, takes off, or gives back. */
  countedLines: CountedLineShown[];
  /** From the first operand to the amount, in order. */
  steps: ExplainedStep[];
  notes: string[];
  /** SHA-256 over the inputs. Null for a line that does not come from a contract. */
  inputsHash: string | null;
  recomputed: Recomputed;
}

/** The result of computing the inputs again now. */
export interface Recomputed {
  /** Null if it cannot be computed: `differences` says why. Without a difference, the events are no longer kept. */
  amount: string | null;
  agrees: boolean;
  differences: Difference[];
}

/** Usage of an issued line that changed since: late events, and events that were amended or voided. */
export interface SinceIssued {
  /** The current usage of the same period. */
  quantity: string;
  eventCount: number;
  /** The current quantity minus the line's quantity. */
  quantityChange: string;
  /** The lines that bill or give back the difference, including lines of drafts. Empty if there is none yet. */
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

/** One step of the calculation. */
export interface ExplainedStep {
  kind: string;
  /** The step in words: `tier 1 (up to 100): 100 × 0.15 = 15`. */
  text: string;
  /** The operands by name, as exact decimals. */
  operands: Record<string, string>;
  result: string;
}

/** A line of this or of an earlier invoice, in its state when this line was decided. */
export interface CountedLineShown {
  /** Null for a line that was decided at the same time and had no ID yet. */
  lineId: string | null;
  amount: string;
}

/** Instants, half-open. */
export interface ExplainedSpan {
  from: string;
  to: string;
}

export interface ExplainedUsage {
  accountId: string;
  /** Instants, half-open. */
  from: string;
  to: string;
  /** Paused time, which does not count. */
  except: ExplainedSpan[];
  /**
   * The billing period over which a level (`weighted_sum`) is averaged. Null for other metrics, and on lines of earlier
   * releases, which averaged it from `from` to `to`.
   */
  meanOver: ExplainedSpan | null;
  /** Events count up to this sequence. Null if all events count. */
  countedThrough: string | null;
  /** The property values that identify the line's part of the usage. Null for all usage. */
  group: Record<string, string> | null;
  /** The rated quantity: the sum of several metrics (R-RATE-4). */
  quantity: string;
  eventCount: number;
  metrics: ExplainedMetric[];
}

/** The frozen metric, and what it measured. */
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
  /** The days with events, each measured alone. For a sum or a count they add up to the quantity. */
  days: { date: string; quantity: string; eventCount: number }[];
  /** The address of the counted events, in pages. Null if there is no stored invoice. */
  eventsUrl: string | null;
}
