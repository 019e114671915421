import { Rational } from "../../auditor/rational.ts";
import type { StoredInvoice } from "../../platform/ledger.ts";
import type { StoredNote } from "../../platform/money-ledger.ts";
import type { Holdings } from "../holdings.ts";

/** Notes give back at most each line and the invoice, and all of it when every line is noted. Their numbers have no gap. */
export function checkNotes({ invoices, money }: Holdings): string[] {
  const sequences = money.notes.map(({ sequence }) => sequence).toSorted((a, b) => a - b);
  const gap = sequences.findIndex((sequence, index) => sequence !== index + 1);
  const ofInvoices = Map.groupBy(money.notes, ({ invoiceId }) => invoiceId);
  return [
    ...(gap < 0 ? [] : [`the ${gap + 1}th number of credit notes is ${sequences[gap]}`]),
    ...[...ofInvoices].flatMap(([id, notes]) => {
      const invoice = invoices.find((one) => one.id === id);
      return invoice === undefined ? [`${id} has notes and is gone`] : noteFaults(invoice, notes);
    }),
  ];
}

function noteFaults(invoice: StoredInvoice, notes: readonly StoredNote[]): string[] {
  const { id, lines, subtotal, tax, total } = invoice;
  const credited = notes.flatMap((note) => note.lines);
  const left = lines.map((line) => {
    const own = sum(credited.filter(({ lineId }) => lineId === line.id).map(({ amount }) => amount));
    return { line, own, rest: Rational.of(line.amount).minus(own) };
  });
  const beyond = left.filter(
    ({ line, own, rest }) =>
      !own.isZero() && (rest.isNegative() !== Rational.of(line.amount).isNegative() ? !rest.isZero() : false),
  );
  const said = (["subtotal", "tax", "total"] as const).map((what) => ({
    what,
    given: sum(notes.map((note) => note[what])),
    whole: Rational.of({ subtotal, tax, total }[what]),
  }));
  const isWhole = left.every(({ rest }) => rest.isZero());
  return [
    ...beyond.map(({ line, own }) => `${own.toText()} is given back of ${line.id}, which is ${line.amount}`),
    ...said.flatMap(({ what, given, whole }) => {
      const isRight = isWhole ? given.compare(whole) === 0 : what !== "total" || given.compare(whole) <= 0;
      return isRight ? [] : [`the notes of ${id} sum to a ${what} of ${given.toText()}, of ${whole.toText()}`];
    }),
    ...notes.flatMap((note) => {
      const isRight = sum([note.subtotal, note.tax]).compare(Rational.of(note.total)) === 0;
      return isRight ? [] : [`${note.id}: ${note.subtotal} and ${note.tax} are not ${note.total}`];
    }),
  ];
}

function sum(texts: readonly string[]): Rational {
  return Rational.sum(texts.map((text) => Rational.of(text)));
}
