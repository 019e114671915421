import { Decimal } from "@counterfoil/engine";
import {
  type AccountCreditEntry,
  drawnOfGrants,
  findInvoiceDraws,
  insertAccountCreditEntries,
  type InvoiceRow,
  lockCreditOf,
} from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { returnToGrants } from "./return-to-grants.ts";

/**
 * Gives back the prepaid credit and account credit that a void invoice used. Returns the part that becomes account
 * credit.
 */
export async function giveBackCredit(work: Work, invoice: InvoiceRow): Promise<Decimal> {
  const { id: invoiceId, accountId, currency, creditsApplied } = invoice;
  if (Decimal.of(creditsApplied).isZero()) return Decimal.zero;
  const draws = await findInvoiceDraws(work.tx, invoiceId);
  if (draws.length > 0) await lockCreditOf(work.tx, [accountId]);
  const entries: AccountCreditEntry[] = await returnToGrants(work, invoice, draws, { invoiceId });
  const [drawn] = await drawnOfGrants(work.tx, [invoiceId]);
  const own = Decimal.of(creditsApplied)
    .minus(Decimal.of(drawn?.money ?? "0"))
    .minus(Decimal.of(drawn?.units ?? "0"));
  if (!own.isZero()) {
    const kind = own.isPositive() ? "returned" : "used";
    const [id, createdAt] = [work.ids.next("credit"), work.clock.now()];
    entries.push({ id, accountId, currency, amount: own.toString(), kind, invoiceId, createdAt });
  }
  await insertAccountCreditEntries(work.tx, entries);
  return own;
}
