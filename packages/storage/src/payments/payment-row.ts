import type { Row } from "../row.ts";

export type PaymentMethod = "bank_transfer" | "card" | "cash" | "check" | "direct_debit" | "other";

export const PAYMENT_METHODS = ["bank_transfer", "card", "cash", "check", "direct_debit", "other"] as const;

export type PaymentRow = Row<"payment"> & {
  method: PaymentMethod;
};

export type RefundRow = Row<"refund">;

/** What the provider is to be called about, taken up by one worker. `calledBefore` is null with the first call. */
export type Called<Row> = Row & { readonly calledBefore: string | null };
