import { Decimal } from "@counterfoil/engine";
import { findMoneyLeft } from "@counterfoil/storage";
import type { Work } from "../context.ts";

/** The money that paid an invoice and was not given back: payments and account credit. Zero or more. */
export async function moneyLeft(work: Work, invoiceId: string): Promise<Decimal> {
  const [left] = await findMoneyLeft(work.tx, [invoiceId]);
  return Decimal.max(Decimal.of(left?.money ?? "0"), Decimal.zero);
}
