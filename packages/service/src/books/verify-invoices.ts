import { Decimal, type FrozenLine, type SlotUsage } from "@counterfoil/engine";
import {
  type BilledPrice,
  type BilledTerms,
  type BookedInvoiceRow,
  type BookedNoteRow,
  type CreditNoteLineRow,
  findBilledTerms,
  findBookedInvoices,
  findBookedNotes,
  findCreditNoteLines,
  findInvoiceLines,
  findPrices,
  findStandingLines,
  firstKeptUsage,
  type InvoiceLineRow,
  readRawUsage,
  type Tx,
} from "@counterfoil/storage";
import { readGivenBack } from "../billing/index.ts";
import { canonicalJson } from "../canonical-json.ts";
import { readCorrectedTaxes } from "../invoice-taxes/index.ts";
import { billedPrice, partsOf, termsHash } from "../frozen-lines/index.ts";
import { correctedTaxDifferences, givenBackDifferences } from "./given-back-differences.ts";
import { areEventsKept, statedUsage } from "./line-usage.ts";
import { invoiceDifferences } from "./invoice-differences.ts";
import { compare, compareDecimals, type Difference, lineDifferences } from "./line-differences.ts";
import { type CountedLine, measureFrozen } from "./measure-frozen.ts";
import { nettedCharges } from "./netted-charges.ts";
import { noteDifferences } from "./note-differences.ts";
import { recomputeLines } from "./recompute-lines.ts";

/** A place where the books are inconsistent. */
export interface BookDifference extends Difference {
  /** Null if the difference belongs to no invoice: a number series, or an account's credit. */
  readonly invoiceId: string | null;
  readonly invoiceNumber: string | null;
  readonly lineId: string | null;
}

/** The result of checking some invoices. */
export interface VerifiedInvoices {
  readonly lines: number;
  /**
   * Lines whose events are no longer kept. They were computed from the usage that they state, as far as they state it.
   */
  readonly linesWithoutEvents: number;
  readonly differences: readonly BookDifference[];
}

/** Recomputes some invoices from the raw events and what was frozen with the invoices. */
export async function verifyInvoices(tx: Tx, ids: readonly string[], now: string): Promise<VerifiedInvoices> {
  const invoices = await findBookedInvoices(tx, ids);
  const read = await findInvoiceLines(tx, ids);
  const linesOf = Map.groupBy(read, ({ invoiceId }) => invoiceId);
  const terms = await readTerms(tx, read);
  const { usageOf, linesWithoutEvents } = await countUsage(tx, invoices, linesOf, terms.termsOf);
  const notesOf = await readNotes(tx, ids);
  const corrected = await readCorrectedTaxes(tx, read, { isEver: true });
  const found: { line: InvoiceLineRow; frozen: FrozenLine }[] = [];
  const differences: BookDifference[] = [];
  for (const invoice of invoices) {
    const lines = linesOf.get(invoice.id) ?? [];
    const of = { invoiceId: invoice.id, invoiceNumber: invoice.number };
    const outcomes = recomputeLines(invoice, lines, { termsOf: terms.termsOf, usageOf });
    for (const [index, line] of lines.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined) continue;
      if (outcome.kind === "recomputed" && outcome.frozen !== undefined) found.push({ line, frozen: outcome.frozen });
      const wrong = [
        ...lineDifferences(invoice, line, outcome),
        ...terms.differencesOf(line),
        ...correctedTaxDifferences(invoice, line, corrected),
      ];
      differences.push(...wrong.map((one) => ({ ...of, lineId: line.id, ...one })));
    }
    const amounts = lines.map((line, index) => {
      const outcome = outcomes[index];
      return outcome?.kind === "recomputed" ? outcome.figures.amount : Decimal.of(line.amount);
    });
    const { notes, noteLines } = notesOf(invoice.id);
    const wrong = [
      ...invoiceDifferences(invoice, lines, amounts, now),
      ...noteDifferences(invoice, lines, notes, noteLines),
      ...(notes.length === 0 ? [] : await notedDifferences(tx, invoice)),
    ];
    differences.push(...wrong.map((one) => ({ ...of, lineId: null, ...one })));
  }
  const invoiceOf = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  for (const { line, ...difference } of await partDifferences(tx, found, invoiceOf)) {
    const { invoiceId } = line;
    const invoiceNumber = invoiceOf.get(invoiceId)?.number ?? null;
    differences.push({ invoiceId, invoiceNumber, lineId: line.id, ...difference });
  }
  return { lines: read.length, linesWithoutEvents, differences };
}

async function notedDifferences(tx: Tx, invoice: BookedInvoiceRow): Promise<Difference[]> {
  const given = await readGivenBack(tx, invoice);
  return givenBackDifferences(invoice, given, await nettedCharges(tx, given));
}

interface ReadNotes {
  readonly notes: readonly BookedNoteRow[];
  readonly noteLines: readonly CreditNoteLineRow[];
}

/** The credit notes of these invoices with their lines. */
async function readNotes(tx: Tx, invoiceIds: readonly string[]): Promise<(invoiceId: string) => ReadNotes> {
  const all = await findBookedNotes(tx, invoiceIds);
  const noteLines = await findCreditNoteLines(
    tx,
    all.map(({ id }) => id),
  );
  const notesOf = Map.groupBy(all, ({ invoiceId }) => invoiceId);
  const linesOf = Map.groupBy(noteLines, ({ creditNoteId }) => creditNoteId);
  return (invoiceId) => {
    const notes = notesOf.get(invoiceId) ?? [];
    return { notes, noteLines: notes.flatMap(({ id }) => linesOf.get(id) ?? []) };
  };
}

interface ReadTerms {
  termsOf(hash: string): BilledTerms | undefined;
  differencesOf(line: InvoiceLineRow): Difference[];
}

/** The terms of these lines. Each must match its hash, and its price must still have the same model. */
async function readTerms(tx: Tx, lines: readonly InvoiceLineRow[]): Promise<ReadTerms> {
  const hashes = [...new Set(lines.flatMap(({ explanation }) => explanation.terms ?? []))];
  const known = new Map((await findBilledTerms(tx, hashes)).map((one) => [one.hash, one]));
  const prices = await findPrices(tx, [...new Set([...known.values()].map(({ price }) => price.id))]);
  const priceOf = new Map(prices.map((price) => [price.id, billedPrice(price)]));
  const faults = new Map(
    [...known.values()].map((one) => [
      one.hash,
      [
        ...compare("terms", one.hash, termsHash(one)),
        ...compare(
          "price",
          canonicalJson(asBilled(one.price, priceOf.get(one.price.id))),
          canonicalJson(billedPrice(one.price)),
        ),
      ],
    ]),
  );
  return {
    termsOf: (hash) => known.get(hash),
    differencesOf: ({ explanation, priceId }) => {
      const terms = known.get(explanation.terms ?? "");
      if (terms === undefined) return [];
      return [...(faults.get(terms.hash) ?? []), ...compare("priceId", priceId ?? "none", terms.price.id)];
    },
  };
}

/**
 * A price as it was billed. A matrix without a default, at which nothing was billed, may have gotten a default since.
 */
function asBilled({ type, pricingModel }: BilledPrice, now: BilledPrice | undefined): BilledPrice | null {
  if (now === undefined) return null;
  const hadNone =
    type === "matrix" && "defaultPricePerUnit" in pricingModel && pricingModel.defaultPricePerUnit === null;
  return hadNone ? { ...now, pricingModel: { ...now.pricingModel, defaultPricePerUnit: null } } : now;
}

/** Counts the usage of all lines in one query of the raw events. */
async function countUsage(
  tx: Tx,
  invoices: readonly BookedInvoiceRow[],
  linesOf: ReadonlyMap<string, readonly InvoiceLineRow[]>,
  termsOf: ReadTerms["termsOf"],
): Promise<{ usageOf: (line: InvoiceLineRow) => SlotUsage | null; linesWithoutEvents: number }> {
  const counted = invoices.flatMap(({ id, accountId }) =>
    (linesOf.get(id) ?? []).flatMap((line): CountedLine[] => {
      const terms = termsOf(line.explanation.terms ?? "");
      return terms === undefined || line.explanation.counted === undefined ? [] : [{ accountId, line, terms }];
    }),
  );
  const firstKept = await firstKeptUsage(tx);
  const kept = counted.filter(({ line, terms }) => areEventsKept(line, terms, firstKept));
  const measured = await measureFrozen(tx, kept, readRawUsage);
  const isCounted = new Set(kept.map(({ line }) => line.id));
  return {
    usageOf: (line) =>
      isCounted.has(line.id) ? measured(line).slotUsage : statedUsage(line, termsOf(line.explanation.terms ?? "")),
    linesWithoutEvents: counted.length - kept.length,
  };
}

/**
 * Lines from which other lines followed must be unchanged. The usage of a draft is counted again before it is issued,
 * so usage is compared only with lines issued before it. What a credit gives back from is fixed from the beginning.
 */
async function partDifferences(
  tx: Tx,
  lines: readonly { readonly line: InvoiceLineRow; readonly frozen: FrozenLine }[],
  invoiceOf: ReadonlyMap<string, BookedInvoiceRow>,
): Promise<(Difference & { line: InvoiceLineRow })[]> {
  const parts = lines.flatMap(({ line, frozen }) => partsOf(frozen.basis).map((part) => ({ line, part })));
  const ids = [...new Set(parts.flatMap(({ part }) => part.lineId ?? []))];
  const standing = new Map((await findStandingLines(tx, ids)).map((line) => [line.id, line]));
  return parts.flatMap(({ line, part }) => {
    const now = standing.get(part.lineId ?? "");
    if (now === undefined) return [];
    const issueDate = invoiceOf.get(line.invoiceId)?.issueDate ?? null;
    if (line.kind !== "credit" && (issueDate === null || now.issuedAt >= issueDate)) return [];
    return [
      ...compareDecimals(`amount of ${now.id}, from which it is calculated`, now.amount, part.amount),
      ...compareDecimals(`quantity of ${now.id}, from which it is calculated`, now.quantity, part.quantity),
    ].map((difference) => ({ ...difference, line }));
  });
}
