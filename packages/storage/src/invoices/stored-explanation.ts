/** A step of the calculation as stored: decimals are text. */
export interface StoredStep {
  kind: string;
  label: string;
  amount: string;
  [operand: string]: unknown;
}

export interface StoredExplanation {
  steps: StoredStep[];
  notes: { code: string; detail: string }[];
  exactAmount: string;
  conversionRate: string | null;
  /** The conversion, if the price was in another currency. Missing for lines from before it was stored. */
  conversion?: StoredConversion;
  usage: { quantity: string; eventCount: string } | null;
  billedBefore: string | null;
  /**
   * What the amount depends on besides price and usage, as the engine's `LineBasis`. Missing for lines without a
   * contract.
   */
  basis?: StoredBasis;
  /** How the usage was counted, so that it can be counted again. Missing for lines without usage. */
  counted?: CountedUsage;
  /** The hash of the price and the metrics by which the line was billed. Missing for lines without a price. */
  terms?: string;
  /** SHA-256 of everything the amount depends on, with the usage as the measured quantity. */
  inputsHash?: string;
}

/**
 * What a line's price was converted from. Stored because the printed values must not follow later changes of the
 * contract.
 */
export interface StoredConversion {
  /** The currency of the price. */
  sourceCurrency: string;
  /** The unit price in that currency; null if tiers or fees leave no single price. */
  sourceUnitPrice: string | null;
  /** The local day of the rate. */
  rateDate: string | null;
}

/** A `LineBasis` of the engine as stored: decimals and dates are text. */
export type StoredBasis = { kind: string } & Record<string, unknown>;

/** An amount that a line takes back from an invoice, in the basis of usage lines below zero. */
export interface StoredTake {
  invoiceId: string;
  amount: string;
}

/** Instants, half-open, and the properties that split the usage. The line stores the sequence up to which it counts. */
export interface CountedUsage {
  start: string;
  end: string;
  except: { start: string; end: string }[];
  groupBy: string[];
  /**
   * The billing period over which a level (`weighted_sum`) was averaged. Missing for other metrics, and on lines of
   * earlier releases, which averaged it over the time that they counted.
   */
  meanOver?: { start: string; end: string };
}
