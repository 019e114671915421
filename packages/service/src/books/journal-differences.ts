import {
  misbookedCash,
  misbookedCosts,
  misbookedCredit,
  misbookedInvoices,
  type Tx,
  unbalancedEntries,
  wrongCosts,
} from "@counterfoil/storage";
import type { BookDifference } from "./verify-invoices.ts";

/** Where the journal differs from the books. An effect of any kind without its entry appears here. */
export async function journalDifferences(tx: Tx): Promise<BookDifference[]> {
  const none = { invoiceId: null, invoiceNumber: null, lineId: null };
  return [
    ...(await unbalancedEntries(tx)).map(({ entryId, currency, sum }) => ({
      ...none,
      member: `journal entry ${entryId}`,
      billed: `${sum} ${currency}`,
      computed: `0 ${currency}`,
    })),
    ...(await misbookedInvoices(tx)).map(({ id, number, currency, member, booked, expected }) => ({
      invoiceId: id,
      invoiceNumber: number,
      lineId: null,
      member: `${member} in the journal`,
      billed: `${booked} ${currency}`,
      computed: `${expected} ${currency}`,
    })),
    ...(await misbookedCredit(tx, "account_credit")).map((row) => ofAccount("account credit", row)),
    ...(await misbookedCredit(tx, "prepaid_credit")).map((row) => ofAccount("prepaid credit", row)),
    ...(await misbookedCash(tx)).map((row) => ofAccount("cash", row)),
    ...(await misbookedCosts(tx)).map((row) => ofAccount(`cost of ${row.day}`, row)),
    ...(await wrongCosts(tx)).map(({ accountId, metricId, sequence, amount, expected }) => ({
      ...none,
      member: `cost of event ${sequence} of ${accountId ?? "an unknown account"} for ${metricId}`,
      billed: amount,
      computed: expected,
    })),
  ];
}

function ofAccount(
  what: string,
  { accountId, currency, booked, expected }: { accountId: string; currency: string; booked: string; expected: string },
): BookDifference {
  return {
    invoiceId: null,
    invoiceNumber: null,
    lineId: null,
    member: `${what} of ${accountId} in the journal`,
    billed: `${booked} ${currency}`,
    computed: `${expected} ${currency}`,
  };
}
