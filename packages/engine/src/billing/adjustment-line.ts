import { Decimal } from "../decimal/decimal.ts";
import type { AdjustmentDue, SpentBefore } from "./adjustment-due.ts";
import { type Contract, ofScope, productOfScope } from "./contract.ts";
import { type Countable, longestInterval, sharedAmount } from "./counted-share.ts";
import type { CountedShare } from "./line-share.ts";
import type { InvoiceLineDraft } from "./invoice-line-draft.ts";
import type { AdjustmentBasis } from "./line-basis.ts";
import type { LineText } from "./line-text.ts";

/** A line that an adjustment counts, how much of it counts, and its position on the invoice. */
export interface CountedLine {
  readonly line: InvoiceLineDraft;
  readonly position: number;
  readonly share: CountedShare | null;
}

export function intervalOf(counted: readonly CountedLine[]): Pick<Countable, "countedInterval"> {
  return { countedInterval: longestInterval(counted.map(({ line }) => line.countedInterval)) };
}

export function basisOf(due: AdjustmentDue, counted: readonly CountedLine[], before: SpentBefore): AdjustmentBasis {
  return {
    kind: "adjustment",
    rule: due.kind === "discount" ? due.source.type : due.kind,
    value: due.source.value,
    period: due.period,
    positions: counted.map(({ position }) => position),
    ...(counted.every(({ share }) => share === null) ? {} : { shares: counted.map(({ share }) => share) }),
    spentBefore: before.spent,
    adjustedBefore: before.adjusted,
    ...oneOffsOf(due, counted, before),
    ...(before.left === undefined ? {} : { left: before.left }),
  };
}

/** The kinds of line that each invoice decides again, so that this release wrote their basis. */
const SETTLED: ReadonlySet<InvoiceLineDraft["kind"]> = new Set([
  "usage",
  "correction",
  "discount",
  "minimum",
  "maximum",
]);

/**
 * The part of the counted lines on this invoice that credit notes settled. It counts as spent, although the customer
 * does not pay it.
 */
export function settledHere(counted: readonly CountedLine[], currency: string): Decimal {
  return Decimal.sum(
    counted.flatMap(({ line: { kind, explanation }, share }) => {
      const settled = SETTLED.has(kind) && "settledByNotes" in explanation.basis && explanation.basis.settledByNotes;
      return settled ? [sharedAmount(settled, share, currency)] : [];
    }),
  );
}

/** Only a maximum for a part of a period needs the one-off charges. */
function oneOffsOf(
  due: AdjustmentDue,
  counted: readonly CountedLine[],
  before: SpentBefore,
): Pick<AdjustmentBasis, "oneOffs"> {
  if (due.kind !== "maximum" || due.proration === null) return {};
  const here = counted.flatMap(({ line }) => (line.kind === "one_off" ? [line.amount] : []));
  const oneOffs = Decimal.sum([before.oneOffs, ...here]);
  return oneOffs.isZero() ? {} : { oneOffs };
}

function textOf(due: AdjustmentDue): LineText {
  switch (due.kind) {
    case "discount":
      return { kind: "discount", percentage: due.source.type === "percentage" ? due.source.value.toCanonical() : null };
    case "minimum":
      return { kind: "true_up" };
    case "maximum":
      return { kind: "reduction" };
  }
}

interface DecidedAdjustment {
  readonly basis: AdjustmentBasis;
  readonly counts: Countable;
  readonly amount: Decimal;
  readonly exactAmount: Decimal;
}

export function adjustmentLine(
  contract: Contract,
  due: AdjustmentDue,
  { basis, counts, amount, exactAmount }: DecidedAdjustment,
): InvoiceLineDraft {
  const { kind, source } = due;
  return {
    kind,
    ...ofScope(source.scope),
    productId: productOfScope(contract, source.scope),
    versionId: null,
    adjustmentId: source.id,
    text: textOf(due),
    groupName: null,
    usageGroup: null,
    ...counts,
    quantity: Decimal.one,
    unitPrice: null,
    unitLabel: null,
    amount,
    proration: due.kind === "discount" ? null : due.proration,
    explanation: { steps: [], notes: [], exactAmount, conversionRate: null, usage: null, billedBefore: null, basis },
  };
}
