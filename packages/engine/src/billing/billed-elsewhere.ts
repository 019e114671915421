import { isBefore, later, overlap } from "../calendar/interval.ts";
import { arrearsDueOn, type BilledPeriod, billedPeriodAt } from "./billed-period.ts";
import { advanceInterval, arrearsInterval, type Contract, isInScope, type Scope, serviceStart } from "./contract.ts";
import { segments } from "./segment.ts";

/**
 * Whether something that counts toward a minimum in a period was billed before `invoicesFrom`, and so elsewhere. What was spent is not
 * known then, so no minimum is charged (R-TIME-3). Usage and arrears of a period are billed at its end.
 */
export function isBilledElsewhere(contract: Contract, scope: Scope, { span }: BilledPeriod): boolean {
  const { invoicesFrom } = contract;
  if (invoicesFrom === null || !isBefore(span.start, invoicesFrom)) return false;
  return segments(contract).some(({ price, start, end }) => {
    const sold = overlap(span, later(start, serviceStart(contract, price)), end);
    if (sold === undefined || !isInScope(scope, { priceId: price.id })) return false;
    const interval = advanceInterval(price) === null ? arrearsInterval(price) : null;
    const billedOn =
      interval === null ? sold.start : arrearsDueOn(contract, billedPeriodAt(contract, interval, sold.start));
    return isBefore(billedOn, invoicesFrom);
  });
}
