import { Decimal, formatAmount } from "@counterfoil/engine";
import type { CreditGrantRow } from "@counterfoil/storage";

export const CREDIT_GRANT_STATUSES = ["scheduled", "active", "depleted", "expired", "voided"] as const;
export type CreditGrantStatus = (typeof CREDIT_GRANT_STATUSES)[number];

/** Prepaid credit as the API shows it. */
export interface CreditGrant {
  id: string;
  accountId: string;
  currency: string | null;
  metricId: string | null;
  amount: string;
  balance: string;
  priority: number;
  effectiveAt: string;
  expiresAt: string | null;
  productIds: string[];
  reason: string | null;
  status: CreditGrantStatus;
  voidedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** The grant at an instant of its account's clock. */
export function toCreditGrant(row: CreditGrantRow, now: string): CreditGrant {
  return {
    id: row.id,
    accountId: row.accountId,
    currency: row.currency,
    metricId: row.metricId,
    amount: creditAmount(row.amount, row.currency),
    balance: creditAmount(row.balance, row.currency),
    priority: row.priority,
    effectiveAt: row.effectiveAt,
    expiresAt: row.expiresAt,
    productIds: row.productIds,
    reason: row.reason,
    status: statusOf(row, now),
    voidedAt: row.voidedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

function statusOf(
  {
    voidedAt,
    balance,
    effectiveAt,
    expiresAt,
  }: Pick<CreditGrantRow, "voidedAt" | "balance" | "effectiveAt" | "expiresAt">,
  now: string,
): CreditGrantStatus {
  if (voidedAt !== null) return "voided";
  if (expiresAt !== null && expiresAt <= now) return "expired";
  if (Decimal.of(balance).isZero()) return "depleted";
  return effectiveAt > now ? "scheduled" : "active";
}

/** Money with the decimals of its currency, units with as few decimals as possible. */
export function creditAmount(amount: string, currency: string | null): string {
  const value = Decimal.of(amount);
  return currency === null ? value.toCanonical() : formatAmount({ amount: value, currency });
}
