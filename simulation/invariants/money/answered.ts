import { amountsOf } from "../../auditor/one-off.ts";
import { placesOf } from "../../auditor/currency.ts";
import { Rational } from "../../auditor/rational.ts";
import type { JournalEntry } from "../../journal/journal.ts";
import type { StoredInvoice } from "../../platform/ledger.ts";
import type { Holdings } from "../holdings.ts";

/** Every successful response has its effect once, with the sent amount, and there is nothing else. */
export function checkAnswered({ journal, money, invoices }: Holdings): string[] {
  return [
    ...compare("payment", "payment_recorded", journal, ({ paymentId, amount }) => [paymentId, amount], money.payments),
    ...compare(
      "refund",
      "payment_refunded",
      journal,
      ({ refundId, amount }) => [refundId, amount],
      money.refunds.filter(({ isOfNote }) => !isOfNote),
    ),
    ...compare("grant", "credit_granted", journal, ({ grantId, amount }) => [grantId, amount], money.grants),
    ...compare("note", "note_issued", journal, ({ noteId }) => [noteId, null], money.notes),
    ...invoices.flatMap((invoice) => (invoice.status === "void" ? notVoided(invoice, journal) : [])),
  ];
}

function compare<Kind extends JournalEntry["kind"]>(
  what: string,
  kind: Kind,
  journal: readonly JournalEntry[],
  answer: (entry: Extract<JournalEntry, { kind: Kind }>) => [id: string, amount: string | null],
  stored: readonly { readonly id: string; readonly amount?: string }[],
): string[] {
  const answered = new Map(
    journal.filter((entry): entry is Extract<JournalEntry, { kind: Kind }> => entry.kind === kind).map(answer),
  );
  const missing = [...answered.keys()].filter((id) => !stored.some((one) => one.id === id));
  return [
    ...missing.map((id) => `the ${what} ${id} was answered and is gone`),
    ...stored.flatMap(({ id, amount }) => {
      const sent = answered.get(id);
      if (sent === undefined) return [`the ${what} ${id} is there, but was never answered`];
      const isSame = sent === null || Rational.of(sent).compare(Rational.of(amount ?? "0")) === 0;
      return isSame ? [] : [`the ${what} ${id} of ${sent} is of ${amount}`];
    }),
  ];
}

function notVoided({ id }: StoredInvoice, journal: readonly JournalEntry[]): string[] {
  const isAsked = journal.some((entry) => entry.kind === "invoice_voided" && entry.invoiceId === id);
  return isAsked ? [] : [`${id} is void without a request`];
}

/** Manual invoices contain what was sent, with the tax of their last decision. */
export function checkOneOffs({ invoices, books }: Holdings): string[] {
  const stored = new Map(invoices.flatMap((one) => (one.subscriptionId === null ? [[one.id, one]] : [])));
  const unknown = [...stored.keys()].filter((id) => !books.oneOffs.has(id));
  return [
    ...unknown.map((id) => `the platform has the one-off ${id}`),
    ...[...books.oneOffs].flatMap(([id, written]) => {
      const invoice = stored.get(id);
      if (invoice === undefined) return [`the one-off ${id} is gone`];
      const places = placesOf(written.currency);
      const text = (amounts: readonly Rational[]): string => amounts.map((one) => one.toText(places)).join(" ");
      const amounts = amountsOf(written).map(({ amount }) => amount);
      const tax = written.tax.held.plus(written.tax.added);
      return [
        [text(amounts), text(invoice.lines.map(({ amount }) => Rational.of(amount)))],
        [text([tax]), text([Rational.of(invoice.tax)])],
        [text([Rational.sum(amounts).plus(written.tax.added)]), text([Rational.of(invoice.total)])],
      ].flatMap(([ours, theirs]) =>
        ours === theirs ? [] : [`${id}: the auditor has ${ours}, the platform ${theirs}`],
      );
    }),
  ];
}
