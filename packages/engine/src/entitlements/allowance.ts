import { Decimal } from "../decimal/decimal.ts";
import { UNLIMITED } from "./entitlement.ts";

/** The total quantity that an account may use: a limit, or unlimited. */
export type Allowance = { readonly kind: "limited"; readonly limit: Decimal } | { readonly kind: "unlimited" };

/** What several subscriptions grant together. Quantities add up, and unlimited wins. Zero if there are none. */
export function addQuantities(values: readonly string[]): Allowance {
  if (values.includes(UNLIMITED)) return { kind: "unlimited" };
  return { kind: "limited", limit: Decimal.sum(values.map((value) => Decimal.of(value))) };
}

/** The quantities that count against an allowance. */
export interface Balance {
  readonly used: Decimal;
  /** Held back for work in progress. */
  readonly reserved: Decimal;
}

/** The remaining quantity, never below zero. Null without a limit. */
export function remainingOf(allowance: Allowance, { used, reserved }: Balance): Decimal | null {
  if (allowance.kind === "unlimited") return null;
  return Decimal.max(allowance.limit.minus(used).minus(reserved), Decimal.zero);
}

/** How far use exceeds the limit, which settled work can cause. */
export function overageOf(allowance: Allowance, { used }: Balance): Decimal {
  if (allowance.kind === "unlimited") return Decimal.zero;
  return Decimal.max(used.minus(allowance.limit), Decimal.zero);
}

/** Whether the quantity still fits. Once the limit is exceeded, nothing fits, not even a quantity of zero. */
export function fits(allowance: Allowance, { used, reserved }: Balance, quantity: Decimal): boolean {
  return allowance.kind === "unlimited" || used.plus(reserved).plus(quantity).compare(allowance.limit) <= 0;
}
