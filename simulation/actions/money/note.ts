import { createCreditNote } from "@counterfoil/service";
import { placesOf } from "../../auditor/currency.ts";
import { Rational } from "../../auditor/rational.ts";
import type { StoredInvoice, StoredLine } from "../../platform/ledger.ts";
import { NOTE_REASON } from "../../platform/money-ledger.ts";
import type { Random } from "../../random.ts";
import { maybeFuse, record } from "../../world.ts";
import type { Action } from "../action.ts";
import { unlessRefused } from "../refused.ts";
import { someInvoice } from "./some-invoice.ts";

/** Something of an invoice is given back, line by line, whole or in part (R-INV-8). */
export const note: Action = {
  name: "credit note",
  weight: () => 3,
  async perform(world, random) {
    const invoice = await someInvoice(world, random, ["issued", "overdue", "paid", "uncollectible"]);
    if (invoice === undefined) return;
    const outcome = random.pick(["apply", "account_credit", "refund"] as const);
    const before = (await world.money()).notes.filter(({ invoiceId }) => invoiceId === invoice.id);
    const credited = before.flatMap((one) => one.lines);
    const open = invoice.lines.flatMap((line) => {
      const left = leftOf(line, credited);
      return left.isZero() ? [] : [{ line, left }];
    });
    if (open.length === 0) return;
    const isWhole = random.chance(0.3);
    const chosen = isWhole ? open : random.some(open, 3);
    const lines = chosen.map(({ line, left }) => {
      const amount = isWhole ? null : partOf(random, invoice, left);
      return { lineItemId: line.id, amount };
    });
    const input = { invoiceId: invoice.id, reason: NOTE_REASON, outcome, lines };
    const issued = await unlessRefused(
      world,
      "credit note",
      world.platform.call((context) => createCreditNote(context, input), maybeFuse(random)),
    );
    if (issued === undefined) return;
    record(world, { kind: "note_issued", noteId: issued.id, invoiceId: invoice.id, outcome, lines });
    world.coverage.count(`money: credit note, ${outcome}`);
    if (before.length > 0) world.coverage.count("money: second credit note");
    if (isWhole) world.coverage.count("money: all that is left is given back");
    if (!Rational.of(issued.tax).isZero()) world.coverage.count("money: credit note with tax");
  },
};

function leftOf({ id, amount }: StoredLine, credited: readonly { lineId: string; amount: string }[]): Rational {
  const own = credited.filter(({ lineId }) => lineId === id).map((one) => Rational.of(one.amount));
  return Rational.of(amount).minus(Rational.sum(own));
}

/** A part in whole minor units; now and then more than is left, which is refused. */
function partOf(random: Random, { currency }: StoredInvoice, left: Rational): string | null {
  const share = random.pick(["0.01", "0.25", "0.5", "0.77", "1", "1", "1.3"]);
  const part = left.times(Rational.of(share)).rounded(placesOf(currency));
  return part.isZero() ? null : part.toText(placesOf(currency));
}
