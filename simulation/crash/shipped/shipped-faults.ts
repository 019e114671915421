import { Rational } from "../../auditor/rational.ts";
import type { AnsweredApi } from "../mixed/answered-api.ts";
import { eventFaults, journalFaults, numberFaults, type Stored, toldFaults } from "../stored-faults.ts";
import { METERED_PRICES } from "./metered-prices.ts";
import type { Answered, BilledMonth } from "./senders.ts";
import type { ShippedPlatform } from "./shipped-platform.ts";

interface Afterwards extends Stored {
  readonly platform: Pick<ShippedPlatform, "command">;
  readonly api: AnsweredApi;
  readonly accounts: readonly string[];
  readonly metricId: string;
  /** In the order of METERED_PRICES. */
  readonly priceIds: readonly string[];
  readonly answered: ReadonlyMap<string, Answered>;
  readonly months: readonly BilledMonth[];
  /** IDs of notifications in the order of arrival. */
  readonly told: readonly string[];
}

/** Everything that differs from its response, was billed wrongly, or was not notified. */
export async function shippedFaults(after: Afterwards): Promise<{ faults: string[]; notifications: number }> {
  const told = await toldFaults(after, after.told);
  return {
    notifications: told.notifications,
    faults: [
      ...(await eventFaults(after, after.answered)),
      ...(await usageFaults(after)),
      ...(await billFaults(after)),
      ...(await numberFaults(after, ["invoice"])),
      ...(await journalFaults(after)),
      ...told.faults,
      ...(await commandFaults(after)),
    ],
  };
}

/** The platform's usage is the exact sum of the answered events. */
async function usageFaults({ api, accounts, metricId, answered }: Afterwards): Promise<string[]> {
  const faults: string[] = [];
  for (const account of accounts) {
    const path = `/metrics/${metricId}/usage?account=${account}&from=2026-01-01&to=2026-02-01`;
    const { quantity } = await api.get<{ quantity: string }>(path);
    const own = [...answered.values()].filter((one) => one.account === account);
    const wanted = Rational.sum(own.map(({ value }) => value));
    if (Rational.of(quantity).compare(wanted) !== 0) {
      faults.push(`${account} used ${quantity} and not ${wanted.toText()}`);
    }
  }
  return faults;
}

interface Invoice {
  readonly id: string;
  readonly status: string;
  readonly lineItems: readonly { priceId: string; totalPrice: string; servicePeriod: { start: string } }[];
}

/** One invoice per month, with its usage at each price. */
async function billFaults({ api, priceIds, months }: Afterwards): Promise<string[]> {
  const faults: string[] = [];
  for (const [accountId, own] of Map.groupBy(months, (month) => month.accountId)) {
    const filters = encodeURIComponent(JSON.stringify([{ field: "accountId", value: accountId }]));
    const { items } = await api.get<{ items: Invoice[] }>(`/invoices?limit=100&filters=${filters}`);
    if (items.length !== own.length) faults.push(`${accountId} has ${items.length} invoices of ${own.length} months`);
    const invoices: Invoice[] = [];
    for (const { id } of items) invoices.push(await api.get<Invoice>(`/invoices/${id}`));
    for (const { id, status } of invoices) if (status === "draft") faults.push(`${id} is still a draft`);
    for (const month of own) faults.push(...monthFaults(invoices, priceIds, month));
  }
  return faults;
}

function monthFaults(
  invoices: readonly Invoice[],
  priceIds: readonly string[],
  { accountId, month, used }: BilledMonth,
): string[] {
  const lines = invoices
    .flatMap(({ lineItems }) => lineItems)
    .filter(({ servicePeriod }) => servicePeriod.start.startsWith(month));
  return METERED_PRICES.flatMap(({ terms, amount }, place) => {
    const own = lines.filter(({ priceId }) => priceId === priceIds[place]);
    const [billed, wanted] = [Rational.sum(own.map(({ totalPrice }) => Rational.of(totalPrice))), amount(used)];
    if (own.length > 0 && billed.compare(wanted) === 0) return [];
    const model = Object.keys(terms).join();
    return [
      `${accountId} used ${used.toText()} in ${month} and pays ${billed.toText(2)} by ${model} in ${own.length} lines, not ${wanted.toText(2)}`,
    ];
  });
}

/** The shipped checks find nothing. */
async function commandFaults({ platform }: Afterwards): Promise<string[]> {
  const faults: string[] = [];
  for (const words of [["verify"], ["doctor", "--usage", "--audit", "--entitlements", "--secrets"]]) {
    const { code, output } = await platform.command(words);
    if (code !== 0) faults.push(`counterfoil ${words.join(" ")} ended with ${code}: ${output.slice(-800)}`);
  }
  return faults;
}
