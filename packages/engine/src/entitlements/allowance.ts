import { Decimal } from "../decimal/decimal.ts";
import { UNLIMITED } from "./entitlement.ts";

/** All that an account may use of a quantity: a limit, or none. */
export type Allowance = { readonly kind: "limited"; readonly limit: Decimal } | { readonly kind: "unlimited" };

/** What several subscriptions grant together: quantities add up, unlimited wins; of nothing, zero. */
export function addQuantities(values: readonly string[]): Allowance {
  if (values.includes(UNLIMITED)) return { kind: "unlimited" };
  return { kind: "limited", limit: Decimal.sum(values.map((value) => Decimal.of(value))) };
}

/** What stands on the two sides of an allowance. */
export interface Balance {
  readonly used: Decimal;
  /** Held back for work that is under way. */
  readonly reserved: Decimal;
}

/** What is left: not below zero. Null without a limit. */
export function remainingOf(allowance: Allowance, { used, reserved }: Balance): Decimal | null {
  if (allowance.kind === "unlimited") return null;
  return Decimal.max(allowance.limit.minus(used).minus(reserved), Decimal.zero);
}

/** How far use went beyond the limit, as settled work may. */
export function overageOf(allowance: Allowance, { used }: Balance): Decimal {
  if (allowance.kind === "unlimited") return Decimal.zero;
  return Decimal.max(used.minus(allowance.limit), Decimal.zero);
}

/** Whether so much more fits. Beyond the limit nothing does, be it a quantity of zero. */
export function fits(allowance: Allowance, { used, reserved }: Balance, quantity: Decimal): boolean {
  return allowance.kind === "unlimited" || used.plus(reserved).plus(quantity).compare(allowance.limit) <= 0;
}
