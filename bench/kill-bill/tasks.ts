import { setTimeout as pause } from "node:timers/promises";
import {
  type ComparedSystem,
  type Customer,
  type DayOfUsage,
  MONTHLY_FEE,
  PRICE_OF_A_CALL,
} from "./compared-system.ts";
import type { Month } from "./months.ts";

export const CONNECTIONS = 8;
export const DAYS_REPORTED = 28;
const PATIENCE_MILLISECONDS = 600_000;

/** The compared pieces of work. Costs are for one account, subscription, request or invoice. */
export const tasks = {
  accounts: { name: "Create an account" },
  subscriptions: { name: "Subscribe, with the first invoice" },
  usage: { name: `Report ${DAYS_REPORTED} days of usage in one request` },
  billing: { name: "Bill a month, by moving the test clock" },
  invoices: { name: "List an account's invoices" },
  readUsage: { name: "Read a month's usage of an account" },
} as const satisfies Record<string, { readonly name: string }>;

/** Works on each item on 8 connections and records the milliseconds of each. Returns the results in order. */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  took: number[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = items.entries();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const [place, item] of rest) {
        const began = performance.now();
        results[place] = await work(item);
        took.push(performance.now() - began);
      }
    }),
  );
  return results;
}

/** What a customer uses in a month: the same in each system. */
export function usageOf(month: Month): DayOfUsage[] {
  return Array.from({ length: DAYS_REPORTED }, (_, index) => ({
    date: `${month.first.slice(0, 8)}${String(index + 1).padStart(2, "0")}`,
    quantity: ((index * 7 + month.place) % 13) + 1,
  }));
}

function quantityOf(month: Month): number {
  return usageOf(month).reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Moves the time to the next month and waits until all customers have their invoice. */
export async function billMonth(system: ComparedSystem, customers: number, month: Month): Promise<void> {
  const expected = (await system.countInvoices()) + customers;
  await system.moveTime(`${month.next}T06:00:00.000Z`);
  const until = performance.now() + PATIENCE_MILLISECONDS;
  while ((await system.countInvoices()) < expected) {
    if (performance.now() > until) throw new Error(`${system.name} has not billed ${month.first} after ten minutes`);
    await pause(25);
  }
}

/** @throws if the system billed something else than one fee in advance, and then fee and usage of each month */
export async function requireBilled(
  system: ComparedSystem,
  customer: Customer,
  months: readonly Month[],
): Promise<void> {
  const amounts = await system.listInvoices(customer);
  const expected = [MONTHLY_FEE, ...months.map((month) => MONTHLY_FEE + PRICE_OF_A_CALL * quantityOf(month))];
  const asText = (of: readonly number[]) => of.map((amount) => amount.toFixed(2)).join(", ");
  if (asText(amounts) !== asText(expected)) {
    throw new Error(`${system.name} billed ${asText(amounts)} and not ${asText(expected)}`);
  }
}

/** @throws if the system tells another quantity than was reported */
export async function requireRead(system: ComparedSystem, customer: Customer, month: Month): Promise<void> {
  const quantity = await system.readUsage(customer, month.first, month.next);
  if (quantity !== quantityOf(month)) {
    throw new Error(`${system.name} read ${quantity} of ${month.first} and not ${quantityOf(month)}`);
  }
}
