import { Decimal } from "@counterfoil/engine";
import {
  type AccountCreditEntry,
  findInvoiceDraws,
  insertAccountCreditEntries,
  type InvoiceRow,
  lockCreditOf,
  moveGrantBalances,
} from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { recordGrants } from "../journal/record-grants.ts";

/**
 * Gives back what an invoice used up of prepaid credit and of the account's credit, once it is void. A grant takes back what was
 * its own, also when it has expired since: it expires again then.
 */
export async function giveBackCredit(work: Work, invoice: InvoiceRow): Promise<void> {
  const { id: invoiceId, accountId, currency, creditsApplied } = invoice;
  if (Decimal.of(creditsApplied).isZero()) return;
  const createdAt = work.clock.now();
  const draws = await findInvoiceDraws(work.tx, invoiceId);
  const entries: AccountCreditEntry[] = [];
  if (draws.length > 0) {
    await lockCreditOf(work.tx, [accountId]);
    const movements = draws.map(({ creditGrantId, amount }) => ({ id: creditGrantId, amount }));
    const grants = await moveGrantBalances(work.tx, movements, createdAt);
    for (const { creditGrantId, metricId, amount, amountPaid } of draws) {
      const grantCurrency = metricId === null ? currency : null;
      const ofGrant = { accountId, currency: grantCurrency, metricId, creditGrantId, createdAt };
      const paidBack = Decimal.of(amountPaid).negate().toString();
      entries.push({
        ...ofGrant,
        id: work.ids.next("credit"),
        amount,
        kind: "returned",
        invoiceId,
        amountPaid: paidBack,
      });
      if (grants.some(({ id }) => id === creditGrantId)) continue;
      // What is left of a grant that was voided since stays taken away.
      entries.push({
        ...ofGrant,
        id: work.ids.next("credit"),
        amount: Decimal.of(amount).negate().toString(),
        kind: "voided",
        invoiceId: null,
      });
      await recordGrants(work, "credit_voided", [
        { id: creditGrantId, accountId, currency: grantCurrency, amount: paidBack },
      ]);
    }
  }
  const own = Decimal.of(creditsApplied).minus(Decimal.sum(draws.map(({ amountPaid }) => Decimal.of(amountPaid))));
  if (!own.isZero()) {
    const kind = own.isPositive() ? "returned" : "used";
    entries.push({
      id: work.ids.next("credit"),
      accountId,
      currency,
      amount: own.toString(),
      kind,
      invoiceId,
      createdAt,
    });
  }
  await insertAccountCreditEntries(work.tx, entries);
}
