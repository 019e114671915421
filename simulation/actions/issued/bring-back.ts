import { voidInvoice } from "@counterfoil/service";
import type { StoredInvoice } from "../../platform/ledger.ts";
import type { Random } from "../../random.ts";
import { maybeFuse, recordBilling, type World } from "../../world.ts";
import type { Action } from "../action.ts";
import { cancelOne, staying } from "../cancel.ts";
import { issueNote, recordNote } from "../money/note.ts";
import { productOf, writeOneOff } from "../money/one-off.ts";
import { unlessRefused } from "../refused.ts";
import { giveUp } from "./end-unpaid.ts";

/**
 * Credit of an unpaid invoice is spent, the invoice is written off, and the credit returns: what it bought is voided or
 * credited, in full or in part.
 */
export const bringBack: Action = {
  name: "bring credit back",
  weight: (world) => (staying(world).length > 0 ? 1.5 : 0),
  async perform(world, random) {
    const unpaid = (await world.invoices()).filter(
      ({ subscriptionId, status }) =>
        status === "issued" && staying(world).some(({ made }) => made.id === subscriptionId),
    );
    if (unpaid.length === 0) return;
    const invoice = random.pick(unpaid);
    const terms = { effective: "now", credit: "prorate", invoiceNow: true } as const;
    await cancelOne(world, invoice.subscriptionId ?? "", terms, maybeFuse(random));
    const bought = await buy(world, random, invoice);
    await giveUp(world, random, invoice);
    if (bought === undefined) return;
    if (bought.status === "paid") await noteIt(world, random, bought);
    else await voidIt(world, random, bought);
  },
};

async function buy(
  world: World,
  random: Random,
  { accountId, currency }: StoredInvoice,
): Promise<StoredInvoice | undefined> {
  const productId = await productOf(world, null);
  const line = { quantity: "1", unitPrice: `${random.integer(1, 60)}.00`, productId, taxCategory: null };
  const made = await writeOneOff(world, random, { accountId, currency, lines: [line], autoIssue: true });
  return (await world.invoices()).find(({ id }) => id === made);
}

async function noteIt(world: World, random: Random, invoice: StoredInvoice): Promise<void> {
  const [line] = invoice.lines;
  if (line === undefined) return;
  const asked = [{ lineItemId: line.id, amount: random.chance(0.5) ? null : line.amount }];
  const outcome = random.pick(["apply", "account_credit"] as const);
  const issued = await issueNote(world, invoice, outcome, asked, (useCase) =>
    world.platform.call(useCase, maybeFuse(random)),
  );
  if (issued === undefined) return;
  await recordNote(world, invoice, issued, asked);
  world.coverage.count("came back: by a note");
}

async function voidIt(world: World, random: Random, { id: invoiceId }: StoredInvoice): Promise<void> {
  const voided = await unlessRefused(
    world,
    "void",
    world.platform.call((context) => voidInvoice(context, invoiceId, { reason: "Wrong" }), maybeFuse(random)),
  );
  if (voided === undefined) return;
  const replaced = { isRebilled: false, replacedBy: voided.replacedByInvoiceId };
  await recordBilling(world, { kind: "invoice_voided", invoiceId, billed: null, ...replaced });
  world.coverage.count("came back: by voiding");
}
