import type { Environment } from "@counterfoil/testkit/environment";
import type { Api } from "@counterfoil/testkit/api";
import { randomModel } from "../catalogue/models.ts";
import type { Random } from "../random.ts";
import { type CreditContract, type CreditPrice, type CreditRecord, midnight } from "./records.ts";

const START = "2026-01-01";
const ZONES = [
  ["UTC", 0],
  ["Asia/Kolkata", 330],
  ["America/Phoenix", -420],
] as const;
const MEMBERS = {
  unit: "unitPricingModel",
  tiered: "tieredPricingModel",
  graduated_tiered: "graduatedTieredPricingModel",
  graduated_percentage: "graduatedPercentagePricingModel",
  package: "packagePricingModel",
} as const;
type Type = keyof typeof MEMBERS;

/** An account on a test clock, and what its organization sells to it. */
export interface Prepaid {
  readonly api: Api;
  readonly clockId: string;
  readonly record: CreditRecord;
  /** A price of the same product and event as another, to replace it. */
  replacement(price: CreditPrice, currency: string): Promise<CreditPrice>;
}

/** Contracts in one or two currencies, by the month and by the quarter, with or without tax. */
export async function makePrepaid(environment: Environment, random: Random): Promise<Prepaid> {
  const [timezone, offsetMinutes] = random.pick(ZONES);
  const graceHours = random.pick([0, 1, 36]);
  const taxPercent = random.chance(0.4) ? 19 : 0;
  const { api } = await environment.createOrganization({ timezone, defaultCurrency: "EUR", graceHours });
  if (taxPercent > 0) await api.post("/tax-rates", { name: "VAT", percentage: String(taxPercent), country: "DE" });
  const start = midnight({ offsetMinutes } as CreditRecord, START);
  const { id: clockId } = await api.post("/test-clocks", { frozenTime: new Date(start).toISOString() });
  const account = { name: "Prepaid", currency: "EUR", testClockId: clockId, taxCountry: taxPercent > 0 ? "DE" : null };
  const { id: accountId } = await api.post("/accounts", account);
  let made = 0;

  async function makePrice(productId: string, eventName: string, currency: string, months: number) {
    const type = random.pick(Object.keys(MEMBERS) as Type[]);
    const model = randomModel(random, type, []);
    const billingInterval = months === 1 ? "monthly" : "quarterly";
    const body = { productId, currency, billingInterval, type, [MEMBERS[type]]: model };
    const { id } = await api.post("/prices", body);
    return { id, productId, eventName, type, model } satisfies CreditPrice;
  }

  async function makeContract(currency: string, months: number, first: string): Promise<CreditContract> {
    const prices: CreditPrice[] = [];
    for (let left = random.integer(1, 2); left > 0; left -= 1) {
      made += 1;
      const eventName = `use_${made}`;
      const metric = { name: eventName, eventName, aggregation: { method: "sum", field: "n" } };
      const { id: metricId } = await api.post("/metrics", metric);
      const product = { name: eventName, feeType: "metered", metricIds: [metricId] };
      const { id: productId } = await api.post("/products", product);
      prices.push(await makePrice(productId, eventName, currency, months));
    }
    const priceIds = prices.map(({ id }) => id);
    const contract = { accountId, currency, contractStartDate: first, priceGroups: [{ priceIds }] };
    const { id } = await api.post("/subscriptions", contract);
    await api.post(`/subscriptions/${id}/activate`);
    const sold = prices.map((price) => ({ price, from: first, until: null }));
    return { id, currency, start: first, months, sold, pauses: [], issued: 0 };
  }

  const contracts = [await makeContract("EUR", 1, START)];
  // Billed on another day, so that no two invoices are issued together.
  if (random.chance(0.5)) contracts.push(await makeContract("EUR", 3, "2026-01-10"));
  if (random.chance(0.6)) contracts.push(await makeContract(random.pick(["JPY", "USD"]), 1, "2026-01-05"));
  const record: CreditRecord = {
    accountId,
    offsetMinutes,
    graceHours,
    taxPercent,
    contracts,
    grants: [],
    events: new Map(),
    holds: [],
    issued: [],
    now: start,
  };
  return {
    api,
    clockId,
    record,
    replacement: ({ productId, eventName }, currency) => makePrice(productId, eventName, currency, 1),
  };
}
