import type { Temporal } from "temporal-polyfill";
import { unreachable } from "../assertions.ts";
import { later } from "../calendar/interval.ts";
import { Decimal } from "../decimal/decimal.ts";
import type { EarningLine, MoneyEffect, OwedAs } from "./effect.ts";
import { type EntryKind, entryOf, type JournalEntry, posting, type Posting } from "./posting.ts";
import { type RecognizedPart, recognitionSchedule } from "./recognition.ts";

/** The journal entries of an effect: those of its own day and those of later days. Each entry sums to zero. */
export function entriesOf(effect: MoneyEffect): JournalEntry[] {
  switch (effect.kind) {
    case "invoice_issued":
      return issued(effect);
    case "invoice_voided":
      return reversed(effect);
    case "invoice_uncollectible":
    case "payment_applied":
    case "payment_taken_back":
    case "credit_applied":
      return owedMoved(effect);
    case "credit_note_issued":
      return givenBack(effect);
    case "credit_granted":
    case "credit_gifted":
    case "credit_expired":
    case "credit_voided":
      return entryOf(effect.kind, effect.day, [
        posting("credit_sold", effect.sold),
        posting("credit_expense", effect.amount.minus(effect.sold)),
        posting("prepaid_credit", effect.amount.negate()),
      ]);
    case "credit_converted":
      return entryOf(effect.kind, effect.day, [
        posting("account_credit", effect.amount.negate()),
        posting("credit_conversion", effect.amount),
      ]);
    case "cost_recorded":
      return entryOf(effect.kind, effect.day, [
        posting("cost_of_revenue", effect.amount),
        posting("accrued_cost", effect.amount.negate()),
      ]);
    case "payment_credited":
      return entryOf(effect.kind, effect.day, [
        posting("cash", effect.amount),
        posting("account_credit", effect.amount.negate()),
      ]);
    default:
      return unreachable(effect);
  }
}

type EffectOf<Kind extends MoneyEffect["kind"]> = Extract<MoneyEffect, { readonly kind: Kind }>;

/**
 * Every line is deferred when it is invoiced, and becomes revenue in each month on the last of its days there. Sold
 * credit waits for its grant.
 */
function issued(effect: EffectOf<"invoice_issued">): JournalEntry[] {
  const { day, lines, subtotal, tax, paidBy } = effect;
  const paid = Decimal.sum([paidBy.accountCredit, paidBy.prepaidCredit, paidBy.units]);
  const nets = Decimal.sum(lines.map(({ net }) => net));
  const invoice = entryOf("invoice_issued", day, [
    posting("receivable", subtotal.plus(tax).minus(paid)),
    posting("account_credit", paidBy.accountCredit),
    posting("prepaid_credit", paidBy.prepaidCredit),
    posting("credit_expense", paidBy.units),
    ...lines.map(invoicedPosting),
    posting("tax", tax.negate()),
    posting("rounding", nets.minus(subtotal)),
  ]);
  return [...invoice, ...recognized(effect, "revenue_recognized", ({ day: last }) => last)];
}

/**
 * A credit note reduces deferred revenue, and the revenue of the days that it covers. Revenue of past days is reduced
 * on the credit note's own day.
 */
function givenBack(effect: EffectOf<"credit_note_issued">): JournalEntry[] {
  const { day, subtotal, tax, applied, prepaidCredit, units } = effect;
  const lines = effect.lines.map((line) => ({ ...line, net: line.net.negate() }));
  const nets = Decimal.sum(lines.map(({ net }) => net));
  const note = entryOf("credit_note_issued", day, [
    posting(effect.owedAs, applied.negate()),
    posting("account_credit", Decimal.sum([applied, prepaidCredit, units]).minus(subtotal.plus(tax))),
    posting("prepaid_credit", prepaidCredit.negate()),
    posting("credit_expense", units.negate()),
    ...lines.map(invoicedPosting),
    posting("tax", tax),
    posting("rounding", subtotal.plus(nets)),
  ]);
  return [...note, ...recognized({ ...effect, lines }, "credit_note_issued", (part) => later(part.day, day))];
}

/** The other side of an invoiced line's receivable: service to come, or credit to be granted. */
function invoicedPosting({ lineId, net, sellsCredit }: EarningLine): Posting {
  return posting(sellsCredit ? "credit_sold" : "deferred_revenue", net.negate(), lineId);
}

function recognized(
  { lines, currency }: Pick<EffectOf<"invoice_issued">, "lines" | "currency">,
  kind: EntryKind,
  dayOf: (part: RecognizedPart) => Temporal.PlainDate,
): JournalEntry[] {
  const parts = lines
    .filter(({ sellsCredit }) => !sellsCredit)
    .flatMap(({ lineId, net, service }) =>
      recognitionSchedule(net, service, currency).map((part) => ({ ...part, day: dayOf(part), lineId })),
    );
  return [...Map.groupBy(parts, ({ day }) => day.toString()).values()].flatMap((ofDay) =>
    ofDay.slice(0, 1).flatMap(({ day }) =>
      entryOf(
        kind,
        day,
        ofDay.flatMap(({ amount, lineId }) => [
          posting("deferred_revenue", amount, lineId),
          posting("revenue", amount.negate(), lineId),
        ]),
      ),
    ),
  );
}

/** Reverses all entries of an invoice: past entries on the day of the void, and later ones on their own days. */
function reversed({ day, written }: EffectOf<"invoice_voided">): JournalEntry[] {
  const byDay = Map.groupBy(written, (entry) => later(entry.day, day).toString());
  return [...byDay.values()].flatMap((entries) =>
    entries
      .slice(0, 1)
      .flatMap((first) =>
        entryOf("invoice_voided", later(first.day, day), mirrored(entries.flatMap(({ postings }) => postings))),
      ),
  );
}

/** Postings of the same code and line are merged into one with the opposite sign. */
function mirrored(postings: readonly Posting[]): Posting[] {
  const same = Map.groupBy(postings, ({ code, lineId }) => `${code} ${lineId ?? ""}`);
  return [...same.values()].flatMap((group) =>
    group
      .slice(0, 1)
      .map(({ code, lineId }) => posting(code, Decimal.sum(group.map(({ amount }) => amount)).negate(), lineId)),
  );
}

/** The amount owed decreases or changes its code: it is received in cash, paid by account credit, or written off. */
function owedMoved({ kind, day, before, after }: Extract<MoneyEffect, { readonly before: OwedAs }>): JournalEntry[] {
  const receivable = after.receivable.minus(before.receivable);
  const badDebt = after.badDebt.minus(before.badDebt);
  return entryOf(kind, day, [
    posting(kind === "credit_applied" ? "account_credit" : "cash", receivable.plus(badDebt).negate()),
    posting("receivable", receivable),
    posting("bad_debt", badDebt),
  ]);
}
