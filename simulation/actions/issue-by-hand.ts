import { issueInvoice } from "@counterfoil/service";
import { maybeFuse, recordBilling, type World } from "../world.ts";
import { waitsOnceCounted } from "../auditor/billing/issue.ts";
import { billedPlace } from "../auditor/billing/void.ts";
import type { Action } from "./action.ts";
import { unlessRefused } from "./refused.ts";

/** Issues a draft manually: one that waits for it, or one within its grace period. */
export const issueByHand: Action = {
  name: "issue by hand",
  weight: (world) => (drafts(world).length > 0 ? 1.5 : 0),
  async perform(world, random) {
    const audited = random.pick(drafts(world));
    const billed = billedPlace(world.books, audited);
    const { subscriptionId, billingDate, nth } = billed;
    const draft = (await world.invoices()).filter(
      (invoice) => invoice.subscriptionId === subscriptionId && invoice.billingDate === billingDate,
    )[nth];
    if (draft?.status !== "draft") throw new Error(`there is no draft ${nth} of ${subscriptionId} for ${billingDate}`);
    const issued = await unlessRefused(
      world,
      "issuing by hand",
      world.platform.call((context) => issueInvoice(context, draft.id), maybeFuse(random)),
    );
    if (issued === undefined && !waitsOnceCounted(world.books, audited))
      throw new Error(`the draft ${draft.id} waits for nothing and cannot be issued`);
    if (issued === undefined) return;
    await recordBilling(world, { kind: "invoice_issued", invoiceId: draft.id, billed });
    world.coverage.count("invoice: issued by hand");
  },
};

function drafts(world: World): World["books"]["invoices"] {
  return world.books.invoices.filter(({ issuedAt }) => issuedAt === null);
}
