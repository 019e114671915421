import { DomainError, type Payment, recordPayment } from "@counterfoil/service";
import { placesOf } from "../../auditor/currency.ts";
import { Rational } from "../../auditor/rational.ts";
import type { StoredInvoice } from "../../platform/ledger.ts";
import type { Random } from "../../random.ts";
import { record, type World } from "../../world.ts";
import type { Action } from "../action.ts";
import { remainingOf, someInvoice } from "./some-invoice.ts";

/** Records a payment: a part of the amount due, all of it, or more (R-INV-7). */
export const pay: Action = {
  name: "pay",
  weight: () => 5,
  async perform(world, random) {
    const invoice = await someInvoice(world, random, ["issued", "overdue", "uncollectible"]);
    if (invoice === undefined) return;
    const times = random.chance(0.1) ? 2 : 1;
    const wires = Array.from({ length: times }, (_, index) => {
      const externalId = `wire ${world.journal.length} ${index}`;
      return { amount: randomAmount(world, random, invoice), method: "bank_transfer" as const, externalId };
    });
    const fuse = random.chance(0.1) ? ({ at: "answer", transactionsLeft: 1 } as const) : undefined;
    const [first] = wires;
    const answers =
      times === 1 && first !== undefined
        ? [await world.platform.call((context) => onceRecorded(recordPayment(context, invoice.id, first)), fuse)]
        : await Promise.all(wires.map((wire) => atOnce(world, invoice.id, wire)));
    const stored = (await world.money()).payments;
    for (const [index, { externalId, amount }] of wires.entries()) {
      if (answers[index] === "refused") continue;
      const payment = stored.find((one) => one.externalId === externalId);
      if (payment === undefined) throw new Error(`the payment ${externalId} was answered and is not there`);
      record(world, { kind: "payment_recorded", paymentId: payment.id, invoiceId: invoice.id, amount });
    }
    if (times > 1) world.coverage.count("money: payments at once");
    if (invoice.status === "uncollectible") world.coverage.count("money: paid after it was given up");
  },
};

/** A retry of a payment whose response was lost is refused. Its external ID shows that it exists once. */
async function onceRecorded(attempt: Promise<Payment>): Promise<"recorded"> {
  try {
    await attempt;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "state_conflict") throw error;
  }
  return "recorded";
}

/** One of several concurrent payments: nothing may be due by then. */
async function atOnce(world: World, invoiceId: string, wire: Parameters<typeof recordPayment>[2]) {
  try {
    await world.platform.callBeside((context) => recordPayment(context, invoiceId, wire));
    return "recorded" as const;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "state_conflict") throw error;
    world.coverage.count("refused: payment of what is paid");
    return "refused" as const;
  }
}

function randomAmount(world: World, random: Random, invoice: StoredInvoice): string {
  const [due, places] = [remainingOf(invoice), placesOf(invoice.currency)];
  const part = due.times(Rational.of(random.pick(["0.1", "0.35", "0.5", "0.9"]))).rounded(places);
  const sort = random.weighted([
    [4, "partial"],
    [4, "whole"],
    [2, "more than is due"],
  ] as const);
  world.coverage.count(`money: payment, ${sort}`);
  const more = due.plus(Rational.of(random.integer(1, 200)));
  const amount = sort === "whole" ? due : sort === "partial" ? part : more;
  return (amount.isPositive() ? amount : due).toText(places);
}
