import { voidInvoice } from "@counterfoil/service";
import type { StoredInvoice } from "../../platform/ledger.ts";
import { maybeFuse, recordBilling } from "../../world.ts";
import type { Action } from "../action.ts";
import { unlessRefused } from "../refused.ts";
import { placeOf, someInvoice } from "./some-invoice.ts";

/** Voids an invoice, with or without rebilling (R-INV-2). */
export const voidSome: Action = {
  name: "void",
  weight: () => 3,
  async perform(world, random) {
    const invoice = await someInvoice(world, random, ["issued", "overdue", "uncollectible"]);
    if (invoice === undefined) return;
    const rebill = random.chance(canBeLetGo(invoice) ? 0.6 : 1);
    const voided = await unlessRefused(
      world,
      "void",
      world.platform.call(
        (context) => voidInvoice(context, invoice.id, { reason: "Wrong", rebill }),
        maybeFuse(random),
      ),
    );
    if (voided === undefined) return;
    const billed = await placeOf(world, invoice);
    const replacedBy = voided.replacedByInvoiceId;
    await recordBilling(world, {
      kind: "invoice_voided",
      invoiceId: invoice.id,
      billed,
      isRebilled: rebill,
      replacedBy,
    });
    world.coverage.count(`money: void${rebill ? " and billed again" : ""}${billed === null ? ", a one-off" : ""}`);
    const drawn = (await world.money()).entries.some(
      ({ invoiceId, kind }) => invoiceId === invoice.id && kind === "returned",
    );
    if (drawn) world.coverage.count("money: void gives credit back");
  },
};

/** A scheduled change would credit advance days that were not paid, which is refused. */
function canBeLetGo({ lines }: StoredInvoice): boolean {
  return lines.every(({ kind }) => kind !== "recurring" && kind !== "credit");
}
