import { type Context, createCreditNote, type CreditNote } from "@counterfoil/service";
import { placesOf } from "../../auditor/currency.ts";
import { Rational } from "../../auditor/rational.ts";
import type { StoredInvoice, StoredLine } from "../../platform/ledger.ts";
import { NOTE_REASON } from "../../platform/money-ledger.ts";
import type { Random } from "../../random.ts";
import type { NotedLine } from "../../journal/money.ts";
import { maybeFuse, record, type World } from "../../world.ts";
import type { Action } from "../action.ts";
import { unlessRefused } from "../refused.ts";
import { placeOf, someInvoice } from "./some-invoice.ts";

/** Credits lines of an invoice, in full or in part (R-INV-8). */
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
    const issued = await issueNote(world, invoice, outcome, lines, (useCase) =>
      world.platform.call(useCase, maybeFuse(random)),
    );
    if (issued === undefined) return;
    await recordNote(world, invoice, issued, lines);
    if (before.length > 0) world.coverage.count("money: second credit note");
    if (isWhole) world.coverage.count("money: all that is left is given back");
  },
};

/** A line of a request for a note; without an amount, all that is left. */
export interface AskedLine {
  readonly lineItemId: string;
  readonly amount: string | null;
}

/** The issued note, or undefined if refused. */
export function issueNote(
  world: World,
  { id: invoiceId }: StoredInvoice,
  outcome: CreditNote["outcome"],
  lines: readonly AskedLine[],
  call: (useCase: (context: Context) => Promise<CreditNote>) => Promise<CreditNote>,
): Promise<CreditNote | undefined> {
  const input = { invoiceId, reason: NOTE_REASON, outcome, lines: [...lines] };
  return unlessRefused(
    world,
    "credit note",
    call((context) => createCreditNote(context, input)),
  );
}

export async function recordNote(
  world: World,
  invoice: StoredInvoice,
  { id: noteId, outcome, lines, tax }: CreditNote,
  asked: readonly AskedLine[],
): Promise<void> {
  const noted = lines.flatMap(({ lineItemId, amount }): NotedLine[] => {
    const line = invoice.lines.find(({ id }) => id === lineItemId);
    const isAll = asked.find((one) => one.lineItemId === lineItemId)?.amount === null;
    return line === undefined ? [] : [{ ...toNoted(line), given: amount, isAll }];
  });
  const billed = await placeOf(world, invoice);
  record(world, { kind: "note_issued", noteId, invoiceId: invoice.id, outcome, billed, lines: noted });
  world.coverage.count(`money: credit note, ${outcome}`);
  if (!Rational.of(tax).isZero()) world.coverage.count("money: credit note with tax");
}

function toNoted({
  kind,
  priceId,
  start,
  end,
  group,
  isGrouped,
  amount,
}: StoredLine): Omit<NotedLine, "given" | "isAll"> {
  return { kind, priceId, start, end, group: isGrouped ? (group ?? "[]").replaceAll(", ", ",") : null, amount };
}

/** What earlier notes left of a line. */
export function leftOf({ id, amount }: StoredLine, credited: readonly { lineId: string; amount: string }[]): Rational {
  const own = credited.filter(({ lineId }) => lineId === id).map((one) => Rational.of(one.amount));
  return Rational.of(amount).minus(Rational.sum(own));
}

/** A part in whole minor units, sometimes more than is left, which is refused. */
function partOf(random: Random, { currency }: StoredInvoice, left: Rational): string | null {
  const share = random.pick(["0.01", "0.25", "0.5", "0.77", "1", "1", "1.3"]);
  const part = left.times(Rational.of(share)).rounded(placesOf(currency));
  return part.isZero() ? null : part.toText(placesOf(currency));
}
