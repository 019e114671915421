import { archiveTaxRate, getPrice, updateAccount, updateProduct, updateTaxRate } from "@counterfoil/service";
import type { AccountTax } from "../../journal/money.ts";
import type { Random } from "../../random.ts";
import { accountIds, maybeFuse, record, type World } from "../../world.ts";
import type { Action } from "../action.ts";
import { makeRate } from "../money/tax-rate.ts";

const PERCENTAGES = ["19", "7", "8.875", "20", "0", "25", "5.5", "16"] as const;

/** Changes the percentage of a rate. Issued invoices keep the old one, and so does what is given back. */
export const changeRate: Action = {
  name: "change a tax rate",
  weight: ({ books }) => (books.taxRates.size > 0 ? 1.5 : 0),
  async perform(world, random) {
    const rate = random.pick([...world.books.taxRates.values()]);
    const percentage = random.pick(PERCENTAGES.filter((one) => one !== rate.percentage));
    await world.platform.call((context) => updateTaxRate(context, rate.id, { percentage }), maybeFuse(random));
    record(world, { kind: "tax_rate_changed", rateId: rate.id, percentage });
    world.coverage.count("tax: rate changed");
  },
};

/** Archives a rate and creates another. */
export const replaceRate: Action = {
  name: "replace a tax rate",
  weight: ({ books }) => (books.taxRates.size > 0 ? 0.7 : 0),
  async perform(world, random) {
    const { id, ...rate } = random.pick([...world.books.taxRates.values()]);
    await world.platform.call((context) => archiveTaxRate(context, id), maybeFuse(random));
    record(world, { kind: "tax_rate_archived", rateId: id });
    await makeRate(world, random, { ...rate, percentage: random.pick(PERCENTAGES) });
    world.coverage.count("tax: rate replaced");
  },
};

/** VAT IDs with valid check digits. */
const TAX_IDS: Readonly<Record<string, string>> = { DE: "DE136695976", FR: "FR40303265045" };

/** An account moves, becomes exempt, sets its tax ID, or gets its own rates. */
export const taxAccount: Action = {
  name: "tax an account",
  weight: ({ taxes }) => (taxes ? 1.5 : 0),
  async perform(world, random) {
    const accountId = random.pick(accountIds(world));
    const before = world.books.accountTaxes.get(accountId);
    if (before === undefined) throw new Error(`the books know no account ${accountId}`);
    const [what, change] = newTerms(world, random, before);
    // An archived rate cannot be assigned again.
    const kept = before.rateIds.filter((id) => world.books.taxRates.has(id));
    const tax = { ...before, rateIds: kept, ...change };
    const { country: taxCountry, status: taxStatus, taxId, rateIds } = tax;
    const input = { taxCountry, taxStatus, taxId, taxRateIds: [...rateIds] };
    await world.platform.call((context) => updateAccount(context, accountId, input), maybeFuse(random));
    record(world, { kind: "account_taxed", accountId, tax });
    world.coverage.count(`tax: account, ${what}`);
  },
};

function newTerms(world: World, random: Random, { country }: AccountTax): [what: string, change: Partial<AccountTax>] {
  const rates = [...world.books.taxRates.keys()];
  return random.weighted<() => [string, Partial<AccountTax>]>([
    [3, () => ["moved", { country: random.pick([null, "DE", "US", "FR"]) }]],
    [2, () => ["status", { status: random.pick([null, null, "exempt", "zero_rated", "reverse_charge"] as const) }]],
    [1, () => ["tax id", { taxId: random.pick([null, TAX_IDS[country ?? ""] ?? null]) }]],
    [rates.length === 0 ? 0 : 2, () => ["own rates", { rateIds: random.chance(0.4) ? [] : random.some(rates, 2) }]],
  ])();
}

/** Changes the tax category of a product. */
export const categorize: Action = {
  name: "categorize",
  weight: ({ taxes }) => (taxes ? 0.7 : 0),
  async perform(world, random) {
    const priceId = random.pick([...world.books.prices.keys()]);
    const taxCategory = random.pick([null, "reduced"]);
    const { productId } = await world.platform.call((context) => getPrice(context, priceId));
    await world.platform.call((context) => updateProduct(context, productId, { taxCategory }), maybeFuse(random));
    record(world, { kind: "price_categorized", priceId, taxCategory });
    world.coverage.count("tax: category changed");
  },
};
