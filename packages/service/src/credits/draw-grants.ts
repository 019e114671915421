import { type CreditDraw, Decimal, drawInTurn } from "@counterfoil/engine";
import {
  type AccountCreditEntry,
  type CreditGrantRow,
  findTopUps,
  findUsableGrants,
  insertAccountCreditEntries,
  lockCreditOf,
  moveGrantBalances,
} from "@counterfoil/storage";
import type { WrittenInvoice } from "../invoices/index.ts";
import type { Work } from "../context.ts";
import { payableInvoices, toUsableGrant } from "./payable-invoice.ts";
import { type CreditUse, tellLowBalances } from "./tell-balances.ts";

/**
 * Uses the prepaid credit of accounts for invoices that are being issued, one after the other. Grants are used in the
 * order priority, expiry, creation (R-INV-8). The accounts are locked until commit, and each write checks its draw
 * again. Returns what is paid, by invoice ID.
 */
export async function drawGrants(
  work: Work,
  invoices: readonly WrittenInvoice[],
  now: string,
): Promise<Map<string, Decimal>> {
  const accountIds = [...new Set(invoices.map(({ invoice }) => invoice.accountId))].toSorted();
  await lockCreditOf(work.tx, accountIds);
  const grants = await findUsableGrants(work.tx, accountIds, now, "for no key update");
  const paid = new Map<string, Decimal>();
  if (grants.length === 0) return paid;
  // Credit does not pay for the purchase of credit.
  const sold = new Set(
    (
      await findTopUps(
        work.tx,
        invoices.map(({ invoice }) => invoice.id),
      )
    ).map(({ invoiceId }) => invoiceId),
  );
  const payable = await payableInvoices(work.tx, invoices, grants);
  const left = new Map<string, Decimal>();
  const drawsOf = new Map<string, readonly CreditDraw[]>();
  const paying = invoices.filter(({ invoice }) => !sold.has(invoice.id));
  for (const accountId of accountIds) {
    const own = paying.filter(({ invoice }) => invoice.accountId === accountId);
    const usable = grants.filter((grant) => grant.accountId === accountId).map(toUsableGrant);
    const drawn = drawInTurn(own.map(payable), usable);
    for (const [place, { invoice }] of own.entries()) drawsOf.set(invoice.id, drawn.draws[place] ?? []);
    for (const [id, balance] of drawn.left) left.set(id, balance);
  }
  const entries: AccountCreditEntry[] = [];
  for (const { invoice } of paying) {
    const draws = drawsOf.get(invoice.id) ?? [];
    if (draws.length > 0) paid.set(invoice.id, Decimal.sum(draws.map((draw) => draw.paid)));
    entries.push(...draws.map((draw) => drawEntry(work, { grants, draw, invoiceId: invoice.id, createdAt: now })));
  }
  await moveBalances(work, grants, left, now);
  await insertAccountCreditEntries(work.tx, entries);
  await tellLowBalances(work, usesOf(grants, left));
  return paid;
}

interface DrawnGrant {
  readonly grants: readonly CreditGrantRow[];
  readonly draw: CreditDraw;
  readonly invoiceId: string;
  readonly createdAt: string;
}

function drawEntry(
  work: Work,
  { grants, draw: { grantId, amount, paid, lines }, invoiceId, createdAt }: DrawnGrant,
): AccountCreditEntry {
  const grant = grants.find(({ id }) => id === grantId);
  if (grant === undefined) throw new Error(`there is no grant ${grantId} to draw from`);
  const { accountId, currency, metricId } = grant;
  return {
    id: work.ids.next("credit"),
    accountId,
    currency,
    metricId,
    amount: amount.negate().toString(),
    kind: "used",
    invoiceId,
    creditGrantId: grantId,
    amountPaid: paid.toString(),
    lines: lines.map((line) => ({
      lineId: line.lineId,
      amount: line.amount.negate().toString(),
      amountPaid: line.paid.toString(),
    })),
    createdAt,
  };
}

async function moveBalances(
  work: Work,
  grants: readonly CreditGrantRow[],
  left: ReadonlyMap<string, Decimal>,
  now: string,
): Promise<void> {
  const movements = grants.flatMap(({ id, balance }) => {
    const amount = (left.get(id) ?? Decimal.zero).minus(Decimal.of(balance));
    return amount.isZero() ? [] : [{ id, amount: amount.toString() }];
  });
  const moved = await moveGrantBalances(work.tx, movements, now);
  if (moved.length !== movements.length)
    throw new Error("a grant was drawn from meanwhile: nothing of this is written");
}

function usesOf(grants: readonly CreditGrantRow[], left: ReadonlyMap<string, Decimal>): CreditUse[] {
  return grants.flatMap(({ id, accountId, currency, metricId, balance }) => {
    const amount = Decimal.of(balance).minus(left.get(id) ?? Decimal.zero);
    return amount.isZero() ? [] : [{ accountId, currency, metricId, amount }];
  });
}
