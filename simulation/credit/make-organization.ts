import type { Environment } from "@counterfoil/testkit/environment";
import type { Api } from "@counterfoil/testkit/api";
import type { Random } from "../random.ts";
import { type MakePrice, makeCatalogue, type PriceTerms } from "./make-catalogue.ts";
import {
  ACCOUNT_CURRENCY,
  type CreditContract,
  type CreditFamily,
  type CreditPrice,
  type CreditRecord,
  midnight,
} from "./records.ts";

const START = "2026-01-01";
const ZONES = [
  ["UTC", 0],
  ["Asia/Kolkata", 330],
  ["America/Phoenix", -420],
] as const;
/** The first days of the contracts of each account: no two invoices are issued together. */
const FIRST_DAYS = [
  { monthly: START, quarterly: "2026-01-10", foreign: "2026-01-05" },
  { monthly: "2026-01-03", quarterly: "2026-01-12", foreign: "2026-01-07" },
  { monthly: "2026-01-02", quarterly: "2026-01-14", foreign: "2026-01-08" },
] as const;
type FirstDays = (typeof FIRST_DAYS)[number];

/** Accounts on a test clock, and what their organization sells to them. */
export interface Prepaid {
  readonly api: Api;
  readonly clockId: string;
  readonly family: CreditFamily;
  /** What is special about it. */
  readonly kinds: readonly string[];
  /** A price of the same product and event as another, to replace it. */
  replacement(price: CreditPrice, currency: string): Promise<CreditPrice>;
}

/** What all accounts of an organization share. */
interface Surroundings {
  readonly api: Api;
  readonly random: Random;
  readonly clockId: string;
  readonly start: number;
  readonly settings: Pick<CreditRecord, "offsetMinutes" | "graceHours">;
  readonly sell: MakePrice;
}

/** One account, or a family of two or three. */
export async function makePrepaid(environment: Environment, random: Random): Promise<Prepaid> {
  const [timezone, offsetMinutes] = random.pick(ZONES);
  const graceHours = random.pick([0, 1, 36]);
  const { api } = await environment.createOrganization({ timezone, defaultCurrency: ACCOUNT_CURRENCY, graceHours });
  const start = midnight({ offsetMinutes }, START);
  const { id: clockId } = await api.post("/test-clocks", { frozenTime: new Date(start).toISOString() });
  const catalogue = makeCatalogue(api, random);
  const settings = { offsetMinutes, graceHours };
  const surroundings: Surroundings = { api, random, clockId, start, settings, sell: catalogue.sell };
  const taxPercent = random.chance(0.4) ? 19 : 0;
  if (taxPercent > 0) await api.post("/tax-rates", { name: "VAT", percentage: String(taxPercent), country: "DE" });
  const records: CreditRecord[] = [];
  for (const days of FIRST_DAYS.slice(0, random.pick([1, 1, 2, 3]))) {
    const isTaxed = records.length === 0 || random.chance(0.5);
    records.push(await makeAccount(surroundings, days, isTaxed ? taxPercent : 0));
  }
  const kinds = [...catalogue.kinds, ...(records.length === 1 ? [] : [`family of ${records.length} accounts`])];
  return { api, clockId, family: { records, limits: [] }, kinds, replacement: catalogue.replacement };
}

/** An account with contracts in one or two currencies, by the month and by the quarter, with or without tax. */
async function makeAccount(surroundings: Surroundings, days: FirstDays, taxPercent: number): Promise<CreditRecord> {
  const { api, random, clockId, start, settings } = surroundings;
  const taxCountry = taxPercent > 0 ? "DE" : null;
  const account = { name: "Prepaid", currency: ACCOUNT_CURRENCY, testClockId: clockId, taxCountry };
  const { id: accountId } = await api.post("/accounts", account);
  const contracts: CreditContract[] = [];
  const add = async (terms: PriceTerms, first: string) =>
    contracts.push(await makeContract(surroundings, { accountId, contracts }, terms, first));
  await add({ currency: ACCOUNT_CURRENCY, months: 1 }, days.monthly);
  // Billed on another day, so that no two invoices are issued together.
  if (random.chance(0.5)) await add({ currency: ACCOUNT_CURRENCY, months: 3 }, days.quarterly);
  if (random.chance(0.6)) await add({ currency: random.pick(["JPY", "USD"]), months: 1 }, days.foreign);
  return {
    accountId,
    ...settings,
    taxPercent,
    contracts,
    grants: [],
    events: new Map(),
    holds: [],
    issued: [],
    parentId: null,
    creditLine: null,
    settleAboveHeld: "accept",
    now: start,
  };
}

async function makeContract(
  { api, random, sell }: Surroundings,
  { accountId, contracts }: Pick<CreditRecord, "accountId" | "contracts">,
  terms: PriceTerms,
  first: string,
): Promise<CreditContract> {
  const prices: CreditPrice[] = [];
  for (let left = random.integer(1, 2); left > 0; left -= 1) {
    const before = [...contracts.flatMap(({ sold }) => sold.map(({ price }) => price)), ...prices];
    prices.push(await sell(terms, new Set(before.map(({ eventName }) => eventName))));
  }
  const priceIds = prices.map(({ id }) => id);
  const { currency, months } = terms;
  const contract = { accountId, currency, contractStartDate: first, priceGroups: [{ priceIds }] };
  const { id } = await api.post("/subscriptions", contract);
  await api.post(`/subscriptions/${id}/activate`);
  const sold = prices.map((price) => ({ price, from: first, until: null }));
  return { id, currency, start: first, months, sold, pauses: [], issued: 0 };
}
