import type { PriceMade } from "../../journal/catalogue.ts";
import type { AuditedLine, AuditedSubscription } from "../books.ts";
import { daysIn, later, type Span } from "../calendar.ts";
import { converted, toMinorUnit } from "../currency.ts";
import { rateAdvance } from "../rating/rate-price.ts";
import { Rational } from "../rational.ts";

/** A fixed amount for some days of a period: amount × days ÷ days of the period, rounded once (R-SUB-5). */
export function fixedLine(
  subscription: AuditedSubscription,
  price: PriceMade,
  service: Span,
  /** The days of the whole period; null where parts make no difference. */
  of: number | null,
): AuditedLine {
  subscription.soldPrices.set(price.id, price);
  const { amount, quantity } = rateAdvance(price);
  const share = of === null ? Rational.whole(1) : Rational.whole(daysIn(service)).over(Rational.whole(of));
  return {
    kind: of === null ? "one_off" : "recurring",
    priceId: price.id,
    source: null,
    service,
    // A one-off charge in a trial counts when service begins.
    countedOn: of === null ? later(service.start, subscription.chargedFrom) : service.start,
    interval: of === null ? null : price.billingInterval,
    group: null,
    quantity,
    amount: toMinorUnit(converted(amount, subscription).times(share), subscription.made.currency),
  };
}
