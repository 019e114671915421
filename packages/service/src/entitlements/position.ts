import {
  addQuantities,
  type Allowance,
  type Balance,
  Decimal,
  fits,
  overageOf,
  remainingOf,
} from "@counterfoil/engine";
import type { EntitlementStanding } from "@counterfoil/storage";
import { type CurrentPeriod, currentPeriod } from "./current-period.ts";

/** An account's position for a quantity: what it may use, and the period in which use counts. */
export interface Position {
  readonly accountId: string;
  readonly featureKey: string;
  readonly metricId: string | null;
  /** The account's current time. */
  readonly now: string;
  readonly allowance: Allowance;
  /** Null if nothing is granted. */
  readonly period: CurrentPeriod | null;
  /** What settlements and reservations counted in the period. Null if there is no use yet. */
  readonly counted: Balance | null;
}

export function positionOf(standing: EntitlementStanding): Position {
  const { accountId, featureKey, metricId, now, grants, uses } = standing;
  const [leading] = grants;
  // The period is that of the oldest subscription. What other subscriptions grant is added to it.
  const period = leading === undefined ? null : currentPeriod(leading, now);
  const use = uses.find((candidate) => candidate.period === period?.label);
  return {
    accountId,
    featureKey,
    metricId,
    now,
    allowance: addQuantities(grants.map((grant) => grant.value)),
    period,
    counted: use === undefined ? null : { used: Decimal.of(use.used), reserved: Decimal.of(use.reserved) },
  };
}

/** A quantity as the API shows it: decimals as text, null if they do not apply. */
export interface ShownQuantity {
  limit: string | null;
  unlimited: boolean;
  used: string | null;
  reserved: string | null;
  remaining: string | null;
  /** Use above the limit. It occurs if work cost more than was reserved for it. */
  overage: string | null;
  resetsAt: string | null;
}

export function shownQuantity({ allowance, period }: Position, balance: Balance): ShownQuantity {
  return {
    limit: allowance.kind === "unlimited" ? null : allowance.limit.toCanonical(),
    unlimited: allowance.kind === "unlimited",
    used: balance.used.toCanonical(),
    reserved: balance.reserved.toCanonical(),
    remaining: remainingOf(allowance, balance)?.toCanonical() ?? null,
    overage: overageOf(allowance, balance).toCanonical(),
    resetsAt: period?.end ?? null,
  };
}

/** What a boolean feature shows instead of quantities. */
export const NO_QUANTITY: ShownQuantity = {
  limit: null,
  unlimited: false,
  used: null,
  reserved: null,
  remaining: null,
  overage: null,
  resetsAt: null,
};

export const NOTHING: Balance = { used: Decimal.zero, reserved: Decimal.zero };

/** Why a use is refused. */
export type Refusal = "not_entitled" | "limit_reached";

/** Why this additional quantity is refused. Null if it is allowed. */
export function refusalOf({ allowance, period }: Position, balance: Balance, quantity: Decimal): Refusal | null {
  if (period === null) return "not_entitled";
  return fits(allowance, balance, quantity) ? null : "limit_reached";
}
