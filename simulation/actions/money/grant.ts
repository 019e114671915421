import { createCreditGrant, voidCreditGrant } from "@counterfoil/service";
import { instantText } from "../../platform/platform.ts";
import { accountIds, maybeFuse, record } from "../../world.ts";
import type { Action } from "../action.ts";
import { unlessRefused } from "../refused.ts";

const DAY = 86_400_000;

/** Grants prepaid credit: money or units, with priority, expiry and products (R-INV-8). */
export const grant: Action = {
  name: "grant",
  weight: () => 3,
  async perform(world, random) {
    const accountId = random.pick(accountIds(world));
    const invoices = await world.invoices();
    const [currency = "USD"] = random.shuffled(invoices.map((invoice) => invoice.currency));
    const ofUnits = random.chance(0.25);
    const products = invoices.flatMap(({ lines }) => lines.flatMap(({ productId }) => productId ?? []));
    const amount = `${random.integer(1, 400)}`;
    const start = world.books.now + (random.chance(0.2) ? random.integer(1, 30) * DAY : 0);
    const expires = random.chance(0.5) ? start + random.integer(1, 200) * DAY : null;
    const input = {
      ...(ofUnits ? { metricId: random.pick([...world.books.metrics.keys()]) } : { currency }),
      amount,
      priority: random.pick([1, 10, 100]),
      effectiveAt: instantText(start),
      expiresAt: expires === null ? null : instantText(expires),
      productIds: products.length > 0 && random.chance(0.25) ? [...new Set(random.some(products, 2))] : [],
    };
    const made = await world.platform.call(
      (context) => createCreditGrant(context, accountId, input),
      maybeFuse(random),
    );
    record(world, { kind: "credit_granted", grantId: made.id, accountId, amount });
    world.coverage.count(`money: grant of ${ofUnits ? "units" : "money"}`);
    if (expires !== null) world.coverage.count("money: grant that expires");
    if (input.productIds.length > 0) world.coverage.count("money: grant for products");
    if (start > world.books.now) world.coverage.count("money: grant that begins later");
  },
};

/** Voids what is left of a grant. */
export const voidGrant: Action = {
  name: "void a grant",
  weight: () => 0.5,
  async perform(world, random) {
    const { grants } = await world.money();
    if (grants.length === 0) return;
    const { id } = random.pick(grants);
    const voided = await unlessRefused(
      world,
      "void of a grant",
      world.platform.call((context) => voidCreditGrant(context, id, { reason: "Wrong" }), maybeFuse(random)),
    );
    if (voided === undefined) return;
    record(world, { kind: "grant_voided", grantId: id });
    world.coverage.count("money: grant voided");
  },
};
