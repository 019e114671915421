import { setTimeout as sleep } from "node:timers/promises";
import { placesOf } from "../auditor/currency.ts";
import { Rational } from "../auditor/rational.ts";
import { familyFaults, invoiceFaults } from "./compare-credit.ts";
import { drawFor, invoiceOf, isOpen, periodOf } from "./compute-credit.ts";
import { type CreditHistory, MINUTE } from "./history.ts";
import { type CreditContract, type CreditFamily, type CreditRecord, issuedAt } from "./records.ts";

interface Due {
  readonly record: CreditRecord;
  readonly contract: CreditContract;
  readonly at: number;
}

/** The time on the clock. */
export function timeOf({ records }: CreditFamily): number {
  return Math.max(...records.map(({ now }) => now));
}

/** Moves the clock, stops a minute before each invoice is issued, and computes what it draws. */
export async function passTo(history: CreditHistory, time: number): Promise<void> {
  const { api, family, faults } = history;
  countExpired(history, time);
  for (;;) {
    const due = firstDue(family);
    if (due === undefined || due.at > time) break;
    await advance(history, Math.max(due.at - MINUTE, timeOf(family)));
    faults.push(...(await familyFaults(api, family)));
    issue(history, due);
    await advance(history, due.at + MINUTE);
    faults.push(...(await familyFaults(api, family)), ...(await invoiceFaults(api, due.record)));
    if (faults.length > 0) return;
  }
  await advance(history, time);
}

function countExpired({ family, count }: CreditHistory, time: number): void {
  for (const record of family.records) {
    const expired = record.holds.filter((hold) => isOpen(record, hold) && hold.expiresAt <= time).length;
    for (let each = 0; each < expired; each += 1) count("hold, expired");
  }
}

function firstDue({ records }: CreditFamily): Due | undefined {
  const all = records.flatMap((record) =>
    record.contracts.map((contract) => {
      return { record, contract, at: issuedAt(record, periodOf(contract, contract.issued).end) };
    }),
  );
  return all.toSorted((a, b) => a.at - b.at)[0];
}

function issue({ count }: CreditHistory, { record, contract, at }: Due): void {
  const { currency } = contract;
  const invoice = invoiceOf(record, contract, contract.issued, [...record.events.values()]);
  const { paid, left } = drawFor(record, [invoice], at);
  const written = (amount: Rational) => amount.toText(placesOf(currency));
  record.issued.push({
    subscriptionId: contract.id,
    billingDate: invoice.end,
    currency,
    total: written(invoice.total),
    creditsApplied: written(paid[0] ?? Rational.zero),
  });
  for (const [grant, rest] of left) grant.left = rest;
  contract.issued += 1;
  count("invoice");
}

async function advance({ api, clockId, family }: CreditHistory, to: number): Promise<void> {
  if (to <= timeOf(family)) return;
  await api.post(`/test-clocks/${clockId}/advance`, { frozenTime: new Date(to).toISOString() });
  for (;;) {
    const { status, failure } = await api.get(`/test-clocks/${clockId}`);
    if (status === "ready") break;
    if (status === "failed") throw new Error(`the clock failed: ${String(failure)}`);
    await sleep(10);
  }
  for (const record of family.records) record.now = to;
}
