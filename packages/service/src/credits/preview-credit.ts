import { Decimal, drawCredit } from "@counterfoil/engine";
import { accountCredit, findUsableGrants, type Tx } from "@counterfoil/storage";
import { type WrittenInvoice, writtenInvoice } from "../invoices/index.ts";
import { payableInvoices, toUsableGrant } from "./payable-invoice.ts";

/**
 * Unwritten invoices, each with the credit that it would use if it alone were issued now: first grants, then account
 * credit.
 */
export async function withPreviewedCredit(
  tx: Tx,
  invoices: readonly WrittenInvoice[],
  now: string,
): Promise<WrittenInvoice[]> {
  const accountIds = [...new Set(invoices.map(({ invoice }) => invoice.accountId))];
  const grants = await findUsableGrants(tx, accountIds, now);
  const grantsOf = Map.groupBy(grants, ({ accountId }) => accountId);
  const payable = await payableInvoices(tx, invoices, grants);
  const balances = await accountCredit(tx, accountIds);
  return invoices.map((written) => {
    const { invoice, lines, parties } = written;
    const { accountId, currency } = invoice;
    const draws = drawCredit(payable(written), (grantsOf.get(accountId) ?? []).map(toUsableGrant));
    const drawn = Decimal.sum(draws.map(({ paid }) => paid));
    const own = balances.find((balance) => balance.accountId === accountId && balance.currency === currency);
    const left = Decimal.of(invoice.total).minus(drawn);
    const creditsApplied = drawn.plus(Decimal.min(left, Decimal.of(own?.balance ?? "0"))).toString();
    return writtenInvoice({ ...invoice, creditsApplied }, lines, parties);
  });
}
