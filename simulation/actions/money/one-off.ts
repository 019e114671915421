import { createInvoice, createProduct, issueInvoice } from "@counterfoil/service";
import type { FreeLineMade } from "../../journal/money.ts";
import type { Random } from "../../random.ts";
import { accountIds, maybeFuse, record, type World } from "../../world.ts";
import type { Action } from "../action.ts";
import { someInvoice } from "./some-invoice.ts";

const CATEGORIES = [null, "reduced"] as const;

/** Creates a one-off invoice (R-INV-4). */
export const oneOff: Action = {
  name: "one-off invoice",
  weight: () => 2,
  async perform(world, random) {
    const accountId = random.pick(accountIds(world));
    const { currency } = random.pick([...world.books.prices.values()]);
    const lines: FreeLineMade[] = [];
    for (let count = random.integer(1, 3); count > 0; count -= 1) lines.push(await randomLine(world, random));
    const autoIssue = random.chance(0.7);
    await writeOneOff(world, random, { accountId, currency, lines, autoIssue });
  },
};

export interface OneOffWritten {
  readonly accountId: string;
  readonly currency: string;
  readonly lines: readonly FreeLineMade[];
  readonly autoIssue: boolean;
}

/** Creates a one-off invoice and returns its ID. */
export async function writeOneOff(
  world: World,
  random: Random,
  { accountId, currency, lines, autoIssue }: OneOffWritten,
): Promise<string> {
  const written = lines.map(({ taxCategory: _said, ...line }, index) => ({
    ...line,
    description: `Work ${index + 1}`,
  }));
  const made = await world.platform.call(
    (context) => createInvoice(context, { accountId, currency, lineItems: written, autoIssue }),
    maybeFuse(random),
  );
  record(world, { kind: "one_off_made", invoiceId: made.id, accountId, currency, lines, isIssued: autoIssue });
  world.coverage.count("money: one-off invoice");
  if (Number(made.total) < 0) world.coverage.count("money: one-off below zero");
  return made.id;
}

/** Issues a waiting one-off. */
export const issueOneOff: Action = {
  name: "issue a one-off",
  weight: () => 1,
  async perform(world, random) {
    const waiting = await someInvoice(world, random, ["draft"]);
    if (waiting === undefined || waiting.subscriptionId !== null) return;
    await world.platform.call((context) => issueInvoice(context, waiting.id), maybeFuse(random));
    record(world, { kind: "one_off_issued", invoiceId: waiting.id });
    world.coverage.count("money: one-off issued later");
  },
};

async function randomLine(world: World, random: Random): Promise<FreeLineMade> {
  const taxCategory = random.pick(CATEGORIES);
  const productId = await productOf(world, taxCategory);
  const isBelowZero = random.chance(0.15);
  const unitPrice = `${isBelowZero ? "-" : ""}${random.integer(0, 150)}.${random.integer(10, 99)}`;
  return { quantity: random.pick(["1", "2", "3.5", "0.333"]), unitPrice, productId, taxCategory };
}

/** The product of a tax category, created on first use. */
export async function productOf(world: World, taxCategory: string | null): Promise<string> {
  const lines = world.journal.flatMap((entry) => (entry.kind === "one_off_made" ? entry.lines : []));
  const known = lines.find((line) => line.taxCategory === taxCategory);
  if (known !== undefined) return known.productId;
  const terms = { feeType: "fixed", paymentTerms: "advance", billingFrequency: "one-off", metricIds: [] } as const;
  const name = `Work, ${taxCategory ?? "ordinary"}`;
  const made = await world.platform.call((context) =>
    createProduct(context, { ...terms, name, taxCategory, metricIds: [] }),
  );
  return made.id;
}
