import { archiveTaxRate, createTaxRate } from "@counterfoil/service";
import type { TaxRateMade } from "../../journal/money.ts";
import type { Random } from "../../random.ts";
import { maybeFuse, record, type World } from "../../world.ts";
import type { Action } from "../action.ts";

const MOST_RATES = 4;

/** Creates a tax rate (R-INV-6). */
export const taxRate: Action = {
  name: "tax rate",
  weight: ({ books, taxes }) => (taxes && books.taxRates.size < MOST_RATES ? 1 : 0),
  async perform(world, random) {
    await makeRate(world, random, {
      percentage: random.pick(["19", "7", "8.875", "20", "0", "5.5"]),
      country: random.pick([null, "DE", "US"]),
      taxCategory: random.pick([null, null, "reduced"]),
      inclusive: random.chance(0.3),
    });
  },
};

export async function makeRate(world: World, random: Random, rate: Omit<TaxRateMade, "id">): Promise<void> {
  const input = { ...rate, name: "Tax", categoryCode: rate.percentage === "0" ? ("Z" as const) : ("S" as const) };
  const { id } = await world.platform.call((context) => createTaxRate(context, input), maybeFuse(random));
  record(world, { kind: "tax_rate_made", rate: { ...rate, id } });
  world.coverage.count(`money: tax ${rate.inclusive ? "held by prices" : "on top"}`);
}

/** Archives a rate. Issued invoices keep it. */
export const archiveRate: Action = {
  name: "archive a tax rate",
  weight: ({ books }) => (books.taxRates.size > 0 ? 0.3 : 0),
  async perform(world, random) {
    const rateId = random.pick([...world.books.taxRates.keys()]);
    await world.platform.call((context) => archiveTaxRate(context, rateId), maybeFuse(random));
    record(world, { kind: "tax_rate_archived", rateId });
    world.coverage.count("money: tax rate archived");
  },
};
