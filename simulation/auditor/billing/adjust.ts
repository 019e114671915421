import type { AuditedLine, AuditedSubscription, Books } from "../books.ts";
import type { Day } from "../calendar.ts";
import { pricesOf } from "../contract.ts";
import { applyDiscount, priceDiscount, subscriptionDiscount } from "./discounts.ts";
import { applyLimit, priceLimits, subscriptionLimits } from "./limits.ts";

/**
 * The lines of an invoice with its adjustments: price discounts, price minimums, price maximums, then the same of the
 * subscription (R-SUB-8). Each is brought to what its period costs by now; `others` are adjustments on the subscription's
 * other invoices.
 */
export function withAdjustments(
  books: Books,
  subscription: AuditedSubscription,
  day: Day,
  charged: readonly AuditedLine[],
  others: readonly AuditedLine[],
): AuditedLine[] {
  const lines = [...charged];
  const prices = pricesOf(books, subscription);
  const levels = [
    {
      discounts: prices.flatMap((price) => priceDiscount(subscription, price)),
      limits: prices.flatMap((price) => priceLimits(subscription, price)),
    },
    { discounts: subscriptionDiscount(subscription), limits: subscriptionLimits(subscription, prices) },
  ];
  for (const { discounts, limits } of levels) {
    for (const discount of discounts) {
      lines.push(...applyDiscount(subscription, discount, lines, others));
    }
    for (const type of ["minimum", "maximum"] as const) {
      for (const limit of limits.filter((one) => one.type === type)) {
        lines.push(...applyLimit(subscription, limit, day, lines, others));
      }
    }
  }
  return lines;
}
