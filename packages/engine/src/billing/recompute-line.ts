import { invariant, unreachable } from "../assertions.ts";
import { Decimal } from "../decimal/decimal.ts";
import type { PricingModel } from "../rating/pricing-model.ts";
import { adjustedAmount } from "./adjusted-amount.ts";
import { creditedAmount } from "./credit.ts";
import type { InvoiceLineKind, UsageGroup } from "./line-kind.ts";
import { standingAmount } from "./line-account.ts";
import type { LineBasis, UsageBasis } from "./line-basis.ts";
import { type BilledIn, priceBeforehand, type PricedAmount, priceUsage } from "./price-amount.ts";
import type { Proration } from "./proration.ts";
import { groupKey, type SlotUsage, usageParts } from "./rate-slot.ts";

/** A frozen line: everything that determines its amount, except the usage. */
export interface FrozenLine {
  readonly kind: InvoiceLineKind;
  readonly billedIn: BilledIn;
  /** The price's model when the line was decided. Null if the line has no price. */
  readonly model: PricingModel | null;
  readonly usageGroup: UsageGroup | null;
  readonly proration: Proration | null;
  readonly basis: LineBasis;
}

/** The recomputed figures of a frozen line, with its usage. */
export interface RecomputedLine extends PricedAmount {
  readonly usage: { readonly quantity: Decimal; readonly eventCount: Decimal } | null;
  /** The amount that the line cannot reverse, because credit notes gave it back before. */
  readonly settledByNotes?: Decimal;
}

/**
 * Repeats the calculation of a frozen line (R-RATE-5, R-VER-1). `usage` is the measured usage of its events, null for a
 * line without usage. `amounts` are the amounts of the lines on its invoice, by position.
 */
export function recomputeLine(line: FrozenLine, usage: SlotUsage | null, amounts: readonly Decimal[]): RecomputedLine {
  const { basis, billedIn, proration } = line;
  switch (basis.kind) {
    case "price":
      return { ...priceBeforehand(billedIn, modelOf(line), proration), usage: null };
    case "usage":
      return recomputeUsage(line, basis, usage);
    case "credit":
      return figure(creditedAmount(basis, proration, billedIn.currency).negate(), basis.of.amount.negate());
    case "adjustment": {
      const { amount, exact, settledByNotes } = adjustedAmount(basis, amounts, proration, billedIn.currency);
      return { ...figure(amount, exact), settledByNotes };
    }
    default:
      return unreachable(basis);
  }
}

function recomputeUsage(line: FrozenLine, basis: UsageBasis, measured: SlotUsage | null): RecomputedLine {
  invariant(measured !== null, "a line of usage is recomputed from its usage");
  invariant(line.kind === "usage" || line.kind === "correction", `a ${line.kind} line has no usage`);
  const key = groupKey(line.usageGroup);
  const part = usageParts(measured, [line]).find(({ group }) => groupKey(group) === key);
  const usage = part?.usage ?? null;
  const billed = Decimal.sum(basis.billed.map(({ amount }) => amount));
  const before = {
    quantity: Decimal.sum(basis.billed.map(({ quantity }) => quantity)),
    amount: billed,
    standing: standingAmount(billed.minus(basis.noted ?? Decimal.zero), basis.most),
    settled: basis.settledBefore ?? Decimal.zero,
  };
  const terms = { kind: line.kind, model: modelOf(line), unitsShare: basis.unitsShare, isPart: basis.isPart === true };
  const { quantity, eventCount } = usage ?? { quantity: Decimal.zero, eventCount: Decimal.zero };
  return { ...priceUsage(line.billedIn, terms, usage, before), usage: { quantity, eventCount } };
}

function modelOf({ model, kind }: FrozenLine): PricingModel {
  invariant(model !== null, `a ${kind} line follows from a price`);
  return model;
}

/** A line that is a single amount, without a price. */
function figure(amount: Decimal, exactAmount: Decimal): RecomputedLine {
  const figures = { quantity: Decimal.one, unitPrice: null, ratedUnitPrice: null, amount, exactAmount };
  return { ...figures, steps: [], notes: [], usage: null };
}
