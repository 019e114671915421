import { findCreditGrant, insertAccountCreditEntries, lockCreditOf, markGrantVoid } from "@counterfoil/storage";
import { Decimal } from "@counterfoil/engine";
import { onAccountClock } from "../clocks/index.ts";
import { type Context, transact } from "../context.ts";
import { DomainError, notFound } from "../errors/index.ts";
import { recordGrants } from "../journal/index.ts";
import { audit } from "../record.ts";
import { type CreditGrant, toCreditGrant } from "./credit-grant.ts";

/**
 * Voids a grant: removes what is left of it. What invoices used stays used. 409 for a grant that is already void or
 * expired.
 */
export function voidCreditGrant(context: Context, id: string, { reason }: { reason: string }): Promise<CreditGrant> {
  return transact(context, async (transaction) => {
    const seen = await findCreditGrant(transaction.tx, id);
    if (seen === undefined) throw notFound("credit grant", id);
    // Locks the account before its grants, in the same order as draws do.
    await lockCreditOf(transaction.tx, [seen.accountId]);
    const before = (await findCreditGrant(transaction.tx, id, "for no key update")) ?? seen;
    const work = await onAccountClock(transaction, before);
    const now = work.clock.now();
    const { status } = toCreditGrant(before, now);
    if (status === "voided" || status === "expired") {
      const detail = `The credit grant is ${status}. Only a scheduled, active or depleted grant can be voided.`;
      throw new DomainError("state_conflict", detail);
    }
    await markGrantVoid(work.tx, id, now);
    const { accountId, currency, metricId, balance } = before;
    if (!Decimal.of(balance).isZero()) {
      const amount = Decimal.of(balance).negate().toString();
      const entry = { id: work.ids.next("credit"), accountId, currency, metricId, amount, invoiceId: null };
      await insertAccountCreditEntries(work.tx, [{ ...entry, kind: "voided", creditGrantId: id, createdAt: now }]);
      await recordGrants(work, "credit_voided", [{ id, accountId, currency, amount }]);
    }
    const after = toCreditGrant({ ...before, balance: "0", voidedAt: now, updatedAt: now }, now);
    const change = { before: toCreditGrant(before, now), after: { ...after, voidReason: reason } };
    await audit(work, { action: "credit_grant.voided", objectId: id, ...change });
    return after;
  });
}
