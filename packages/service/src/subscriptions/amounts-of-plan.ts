import { formatAmount } from "@counterfoil/engine";
import type { PlanRow, SubscriptionRow } from "@counterfoil/storage";
import { invoiced } from "../contracts/index.ts";
import type { SubscriptionInput } from "./subscription-input.ts";

type Amounts = Pick<SubscriptionRow, "minimumSpend" | "maximumSpend" | "discount">;

/**
 * The amounts that a new subscription has from a plan in another currency, at its rate (R-SUB-9). What was sent with the
 * subscription is in its currency. The plan's prices are converted line by line.
 */
export function amountsOfPlan(
  plan: Pick<PlanRow, "currency"> | null,
  created: Amounts & Pick<SubscriptionRow, "currency" | "conversionRate">,
  sent: Pick<SubscriptionInput, keyof Amounts>,
): Partial<Amounts> {
  const { currency, minimumSpend, maximumSpend, discount } = created;
  if (plan === null || plan.currency === currency) return {};
  const converted = <Term extends { amount: string }>(term: Term | null): Term | null =>
    term === null ? null : { ...term, amount: formatAmount({ amount: invoiced(term.amount, created), currency }) };
  return {
    ...(sent.minimumSpend === undefined && { minimumSpend: converted(minimumSpend) }),
    ...(sent.maximumSpend === undefined && { maximumSpend: converted(maximumSpend) }),
    ...(sent.discount === undefined && discount?.discountType === "amount" && { discount: converted(discount) }),
  };
}
