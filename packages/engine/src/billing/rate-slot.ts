import { Decimal } from "../decimal/decimal.ts";
import { minorUnits } from "../money/currency.ts";
import { rate } from "../rating/rate.ts";
import { singleUnitPrice } from "../rating/rating.ts";
import type { Usage } from "../rating/usage.ts";
import type { Contract } from "./contract.ts";
import type { InvoiceLineDraft } from "./invoice-line-draft.ts";
import type { Slot } from "./plan-billing.ts";
import type { Proration } from "./proration.ts";

const NO_USAGE: Usage = { quantity: Decimal.zero, eventCount: Decimal.zero };

/**
 * Prices one slot. The amount is rounded once, half away from zero, to the currency's minor unit, after everything was
 * multiplied and then divided by the days of the period.
 */
export function rateSlot(contract: Contract, slot: Slot, usage: Usage = NO_USAGE): InvoiceLineDraft {
  const { price, proration } = slot;
  const rating = rate(price.model, usage);
  const unitPrice = singleUnitPrice(rating);
  return {
    kind: slot.kind,
    priceId: price.id,
    productId: price.productId,
    versionId: slot.versionId,
    adjustmentId: null,
    description: price.name,
    groupName: price.groupName,
    service: slot.service,
    quantity: rating.quantity,
    unitPrice: unitPrice === null ? null : unitPrice.times(contract.conversionRate ?? Decimal.one),
    unitLabel: price.unitLabel,
    amount: share(rating.amount.times(contract.conversionRate ?? Decimal.one), proration, contract.currency),
    proration,
    explanation: {
      steps: rating.steps,
      notes: rating.notes,
      exactAmount: rating.amount,
      conversionRate: contract.conversionRate,
      usage: slot.kind === "usage" ? { quantity: usage.quantity, eventCount: usage.eventCount } : null,
    },
  };
}

/** days/of of an exact amount, rounded once to the currency's minor unit. */
export function share(amount: Decimal, proration: Proration | null, currency: string): Decimal {
  const scale = minorUnits(currency);
  if (proration === null) return amount.round(scale, "half_away_from_zero");
  const part = amount.times(Decimal.ofInteger(proration.days));
  return part.dividedBy(Decimal.ofInteger(proration.of), scale, "half_away_from_zero");
}
