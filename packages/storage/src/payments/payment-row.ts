import type { Row } from "../row.ts";

export type PaymentMethod = "bank_transfer" | "card" | "cash" | "check" | "direct_debit" | "other";

export const PAYMENT_METHODS = ["bank_transfer", "card", "cash", "check", "direct_debit", "other"] as const;

export type PaymentRow = Row<"payment", "callAt"> & {
  method: PaymentMethod;
};

export type RefundRow = Row<"refund", "callAt">;

/**
 * The row as it is written, without `call_at`. The release before reads that column, and a trigger derives it from the
 * next attempt (decision 65).
 */
export function withoutEarlierNames<Written extends object>(row: Written): Written {
  const written: Written & { callAt?: unknown } = { ...row };
  delete written.callAt;
  return written;
}
