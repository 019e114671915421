import type { Row } from "../row.ts";

export type PaymentMethod = "bank_transfer" | "card" | "cash" | "check" | "direct_debit" | "other";

export const PAYMENT_METHODS = ["bank_transfer", "card", "cash", "check", "direct_debit", "other"] as const;

export type PaymentRow = Row<"payment", "callAt"> & {
  method: PaymentMethod;
};

export type RefundRow = Row<"refund", "callAt">;

/** A row as it is written: `call_at`, which the release before reads, follows the next attempt by itself (decision 65). */
export function withoutEarlierNames<Written extends object>(row: Written): Written {
  const written: Written & { callAt?: unknown } = { ...row };
  delete written.callAt;
  return written;
}
