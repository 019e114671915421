import { Decimal } from "@counterfoil/engine";
import { claimExpiredGrants, type DueQuery, insertAccountCreditEntries, moveGrantBalances } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { recordGrants } from "../journal/index.ts";
import { auditAll, notifyAll } from "../record.ts";
import { creditAmount, toCreditGrant } from "./credit-grant.ts";
import { tellLowBalances } from "./tell-balances.ts";

/** Removes what is left of grants that expire, and notifies (R-INV-8). Returns how many expired. */
export async function expireGrants(work: Work, due: DueQuery): Promise<number> {
  const expired = await claimExpiredGrants(work.tx, due);
  if (expired.length === 0) return 0;
  const all = expired.map((grant) => ({ ...grant, amount: Decimal.of(grant.balance).negate().toString() }));
  await moveGrantBalances(work.tx, all, due.now);
  await insertAccountCreditEntries(
    work.tx,
    all.map(({ id, accountId, currency, metricId, amount }) => {
      const entry = { id: work.ids.next("credit"), accountId, currency, metricId, amount, invoiceId: null };
      return { ...entry, kind: "expired", creditGrantId: id, createdAt: due.now };
    }),
  );
  await recordGrants(work, "credit_expired", all);
  const told = expired.map((grant) => ({
    ...toCreditGrant({ ...grant, balance: "0", updatedAt: due.now }, due.now),
    expiredAmount: creditAmount(grant.balance, grant.currency),
  }));
  await auditAll(
    work,
    told.map(({ id, expiredAmount }) => {
      return {
        action: "credit_grant.expired",
        objectId: id,
        before: { balance: expiredAmount },
        after: { balance: "0" },
      };
    }),
  );
  await notifyAll(
    work,
    told.map((data) => ({ type: "credit.expired", objectId: data.id, data })),
  );
  await tellLowBalances(
    work,
    expired.map(({ accountId, currency, metricId, balance }) => {
      return { accountId, currency, metricId, amount: Decimal.of(balance) };
    }),
  );
  return expired.length;
}
