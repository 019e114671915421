import { Decimal } from "@counterfoil/engine";
import {
  misbookedPaymentCredit,
  misdrawnEntries,
  missingIssued,
  type Numbered,
  overdrawnCredit,
  overdrawnLines,
  overreturnedLines,
  readSeries,
  repeatedNumbers,
  type SeriesRow,
  type Tx,
  unbalancedGrants,
  type WrongFigureRow,
  wrongGrants,
  wrongPayments,
} from "@counterfoil/storage";
import { journalDifferences } from "./journal-differences.ts";
import { conversionDifferences } from "./conversion-differences.ts";
import type { BookDifference } from "./verify-invoices.ts";

const NONE = { invoiceId: null, invoiceNumber: null, lineId: null };

/**
 * Checks that no single invoice can show: that no invoice is missing, and that ledgers, payments and the journal are
 * consistent.
 */
export async function wholeDifferences(tx: Tx): Promise<BookDifference[]> {
  return [
    ...(await numberDifferences(tx, "invoice")),
    ...(await numberDifferences(tx, "credit_note")),
    ...(await numberDifferences(tx, "payment")),
    ...(await overdrawnLines(tx)).map(({ lineId, invoiceId, billed, standing }) => ({
      invoiceId,
      invoiceNumber: null,
      lineId,
      member: "given back",
      billed: Decimal.of(billed).minus(Decimal.of(standing)).toString(),
      computed: `at most ${billed}`,
    })),
    ...(await creditDifferences(tx)),
    ...(await conversionDifferences(tx)),
    ...(await wrongPayments(tx)).map(wrongFigure),
    ...(await journalDifferences(tx)),
  ];
}

/** Numbers have no gaps and no repetitions, and nothing that was issued is missing. */
async function numberDifferences(tx: Tx, of: Numbered): Promise<BookDifference[]> {
  const what = { invoice: "invoice", credit_note: "credit note", payment: "payment" }[of];
  return [
    ...(await readSeries(tx, of)).flatMap((row) => seriesDifferences(row, what)),
    ...(await repeatedNumbers(tx, of)).map(({ number, ids }) => ({
      ...NONE,
      member: "number",
      billed: `${number} on ${ids.join(", ")}`,
      computed: `one ${what} for each number`,
    })),
    ...(await missingIssued(tx, of)).map((id) => ({
      ...NONE,
      ...(of === "invoice" ? { invoiceId: id } : {}),
      member: of === "invoice" ? what : `${what} ${id}`,
      billed: "gone",
      computed: "issued by the audit log",
    })),
  ];
}

function seriesDifferences(
  { series, count, lowest, highest, lastSequence, missing }: SeriesRow,
  what: string,
): BookDifference[] {
  const of = { ...NONE, member: `series ${series}` };
  const gap = { ...of, billed: `without ${missing?.join(", ")}`, computed: `${lowest} to ${highest}` };
  const gaps = missing === null || missing.length === 0 ? [] : [gap];
  if (lastSequence === null || lastSequence === highest) return gaps;
  const billed = `${count} ${what}s up to ${highest}`;
  return [...gaps, { ...of, billed, computed: `last number taken ${lastSequence}` }];
}

async function creditDifferences(tx: Tx): Promise<BookDifference[]> {
  return [
    ...(await overdrawnCredit(tx)).map(({ accountId, currency, balance }) => ({
      ...NONE,
      member: `account credit of ${accountId}`,
      billed: `${balance} ${currency}`,
      computed: `not below 0 ${currency}`,
    })),
    ...(await unbalancedGrants(tx)).map(({ id, balance, ledger }) => ({
      ...NONE,
      member: `balance of ${id}`,
      billed: balance,
      computed: `${ledger} by its ledger`,
    })),
    ...(await wrongGrants(tx)).map(wrongFigure),
    ...(await drawDifferences(tx)),
    ...(await misbookedPaymentCredit(tx)).map(({ accountId, currency, booked, expected }) => ({
      ...NONE,
      member: `payments kept as account credit of ${accountId}`,
      billed: `${booked} ${currency}`,
      computed: `${expected} ${currency} by its ledger`,
    })),
  ];
}

/** The lines of a draw must sum to the draw, and no grant gets back more of a line than it paid. */
async function drawDifferences(tx: Tx): Promise<BookDifference[]> {
  return [
    ...(await misdrawnEntries(tx)).map(({ creditGrantId, amount, amountPaid, ofLines, paidOfLines }) => ({
      ...NONE,
      member: `lines that ${creditGrantId} paid`,
      billed: `${paidOfLines} for ${ofLines}`,
      computed: `${amountPaid} for ${amount} by its ledger`,
    })),
    ...(await overreturnedLines(tx)).map(({ creditGrantId, lineId, paid }) => ({
      ...NONE,
      member: `credit of ${creditGrantId} on ${lineId}`,
      billed: paid,
      computed: "not below 0",
    })),
  ];
}

function wrongFigure({ id, member, booked, expected }: WrongFigureRow): BookDifference {
  return { ...NONE, member: `${member} of ${id}`, billed: booked, computed: expected };
}
