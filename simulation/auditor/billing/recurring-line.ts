import type { PriceMade } from "../../journal/catalogue.ts";
import type { AuditedLine, AuditedSubscription } from "../books.ts";
import { daysIn, type Span } from "../calendar.ts";
import type { ChargedPeriod } from "../contract.ts";
import { converted, toMinorUnit } from "../currency.ts";
import { ratePrice } from "../rating/rate-price.ts";
import { Rational } from "../rational.ts";

const NO_USAGE = { quantity: Rational.zero, events: 0 };

/** A fixed amount for some days of a period: amount × days ÷ days of the period, rounded once (R-SUB-5). */
export function recurringLine(
  subscription: AuditedSubscription,
  price: PriceMade,
  service: Span,
  period: ChargedPeriod,
): AuditedLine {
  const { amount, quantity } = ratePrice(price, NO_USAGE);
  const share = Rational.whole(daysIn(service)).over(Rational.whole(period.of));
  return {
    kind: "recurring",
    priceId: price.id,
    source: null,
    service,
    quantity,
    amount: toMinorUnit(converted(amount, subscription).times(share), subscription.made.currency),
    window: null,
  };
}
