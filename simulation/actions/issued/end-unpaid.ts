import { markUncollectible } from "@counterfoil/service";
import { maybeFuse, record, running, type World } from "../../world.ts";
import type { Action } from "../action.ts";
import { cancelOne, staying } from "../cancel.ts";
import type { StoredInvoice } from "../../platform/ledger.ts";
import type { Random } from "../../random.ts";

/**
 * What the end of dunning does: writes off an unpaid invoice and ends its subscription with credit, in either order, or
 * does only one of these.
 */
export const endUnpaid: Action = {
  name: "end unpaid",
  weight: (world) => (staying(world).length > 0 ? 1 : 0),
  async perform(world, random) {
    const unpaid = (await world.invoices()).filter(
      ({ subscriptionId, status }) =>
        (status === "issued" || status === "overdue") && staying(world).some(({ made }) => made.id === subscriptionId),
    );
    if (unpaid.length === 0) return;
    const invoice = random.pick(unpaid);
    const steps = random.pick(["give up, end", "end, give up", "end"] as const);
    if (steps === "give up, end") await giveUp(world, random, invoice);
    const terms = { effective: "now", credit: "prorate", invoiceNow: random.chance(0.5) } as const;
    await cancelOne(world, invoice.subscriptionId ?? "", terms, maybeFuse(random));
    if (steps === "end, give up") await giveUp(world, random, invoice);
    world.coverage.count(`unpaid: ${steps}`);
  },
};

export async function giveUp(world: World, random: Random, { id }: StoredInvoice): Promise<void> {
  const present = (await world.invoices()).find((one) => one.id === id);
  if (present?.status !== "issued" && present?.status !== "overdue") return;
  await world.platform.call((context) => markUncollectible(context, id), maybeFuse(random));
  record(world, { kind: "invoice_given_up", invoiceId: id });
}

/** Ends a subscription whose drafts wait for manual issue, so what is given back of them waits too. */
export const endWithDrafts: Action = {
  name: "end with drafts",
  weight: (world) => (running(world).some(({ made }) => !made.autoIssueInvoices) ? 1 : 0),
  async perform(world, random) {
    const waiting = (await world.invoices()).filter(({ status }) => status === "draft");
    const candidates = staying(world).filter(({ made }) =>
      waiting.some(({ subscriptionId }) => subscriptionId === made.id),
    );
    if (candidates.length === 0) return;
    const terms = { effective: "now", credit: "prorate", invoiceNow: random.chance(0.7) } as const;
    const isEnded = await cancelOne(world, random.pick(candidates).made.id, terms, maybeFuse(random));
    if (isEnded) world.coverage.count("given back: of a draft");
  },
};
