import { Decimal, drawCredit } from "@counterfoil/engine";
import { accountCredit, findUsableGrants, type Tx } from "@counterfoil/storage";
import { type WrittenInvoice, writtenInvoice } from "../invoices/index.ts";
import { payableInvoices, toUsableGrant } from "./payable-invoice.ts";

/** An invoice that is not written, with the credit that it would use up if it were issued as it stands: grants, then account credit. */
export async function withPreviewedCredit(tx: Tx, written: WrittenInvoice, now: string): Promise<WrittenInvoice> {
  const { invoice, lines, parties } = written;
  const grants = await findUsableGrants(tx, [invoice.accountId], now);
  const payable = await payableInvoices(tx, [written]);
  const draws = drawCredit(payable(written), grants.map(toUsableGrant));
  const drawn = Decimal.sum(draws.map(({ paid }) => paid));
  const balances = await accountCredit(tx, [invoice.accountId]);
  const own = Decimal.of(balances.find(({ currency }) => currency === invoice.currency)?.balance ?? "0");
  const left = Decimal.of(invoice.total).minus(drawn);
  const creditsApplied = drawn.plus(Decimal.min(left, own)).toString();
  return writtenInvoice({ ...invoice, creditsApplied }, lines, parties);
}
