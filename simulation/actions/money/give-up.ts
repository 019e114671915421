import { markUncollectible } from "@counterfoil/service";
import { maybeFuse, record } from "../../world.ts";
import type { Action } from "../action.ts";
import { someInvoice } from "./some-invoice.ts";

/** Writes off an invoice. */
export const giveUp: Action = {
  name: "give up",
  weight: () => 0.8,
  async perform(world, random) {
    const invoice = await someInvoice(world, random, ["issued", "overdue"]);
    if (invoice === undefined) return;
    await world.platform.call((context) => markUncollectible(context, invoice.id), maybeFuse(random));
    record(world, { kind: "invoice_given_up", invoiceId: invoice.id });
    world.coverage.count("money: given up");
  },
};
