import { countIssuedInvoices, issuedInvoicesAfter, type IssuedRange } from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { type BookDifference, type VerifiedInvoices, verifyInvoices } from "./verify-invoices.ts";
import { verifyDocuments } from "./verify-documents.ts";
import { wholeDifferences } from "./whole-differences.ts";

export interface VerifyOptions extends IssuedRange {
  /** Receives each difference when it is found, so that differences need not be collected. */
  readonly onDifference: (difference: BookDifference) => void;
  readonly onProgress?: (done: VerifiedBooks, invoices: number) => void;
}

export interface VerifiedBooks {
  readonly invoices: number;
  readonly lines: number;
  readonly linesWithoutEvents: number;
  /**
   * Of any date. `documents` are the stored documents, `documentsRedrawn` those of them that an earlier release handed
   * out with other bytes.
   */
  readonly documents: number;
  readonly documentsRedrawn: number;
  readonly differences: number;
}

export const NOTHING_VERIFIED: VerifiedBooks = {
  invoices: 0,
  lines: 0,
  linesWithoutEvents: 0,
  documents: 0,
  documentsRedrawn: 0,
  differences: 0,
};

/** Batches processed at the same time: while one waits for the database, the other computes. */
const BATCHES_AT_ONCE = 2;
/** Invoices per query, and lines per batch, unless one invoice has more. */
const PAGE = 200;
const MOST_LINES = 2_000;

/**
 * Recomputes every issued invoice of an organization from raw events and frozen inputs (R-VER-1), in batches, while the
 * platform runs. Then checks numbers, credit, payments and the journal against each other, and documents against their
 * hashes.
 */
export async function verifyBooks(context: Context, options: VerifyOptions): Promise<VerifiedBooks> {
  const total = await read(context, (tx) => countIssuedInvoices(tx, options));
  let done = NOTHING_VERIFIED;
  const source = batches(context, options);
  async function verifyBatches(): Promise<void> {
    for await (const ids of source) {
      const verified = await transact(context, ({ tx, clock }) => verifyInvoices(tx, ids, clock.now()));
      for (const difference of verified.differences) options.onDifference(difference);
      done = added(done, ids.length, verified);
      options.onProgress?.(done, total);
    }
  }
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, verifyBatches));
  const differences = await read(context, wholeDifferences);
  for (const difference of differences) options.onDifference(difference);
  const documents = await verifyDocuments(context, options.onDifference);
  return { ...done, ...documents, differences: done.differences + differences.length + documents.differences };
}

function added(done: VerifiedBooks, invoices: number, verified: VerifiedInvoices): VerifiedBooks {
  return {
    ...done,
    invoices: done.invoices + invoices,
    lines: done.lines + verified.lines,
    linesWithoutEvents: done.linesWithoutEvents + verified.linesWithoutEvents,
    differences: done.differences + verified.differences.length,
  };
}

/** The IDs of all invoices, in batches limited by their number of lines. */
async function* batches(context: Context, range: IssuedRange): AsyncGenerator<string[]> {
  let after = "";
  for (;;) {
    const page = await read(context, (tx) => issuedInvoicesAfter(tx, range, after, PAGE));
    let batch: string[] = [];
    let lines = 0;
    for (const invoice of page) {
      if (batch.length > 0 && lines + invoice.lines > MOST_LINES) {
        yield batch;
        batch = [];
        lines = 0;
      }
      batch.push(invoice.id);
      lines += invoice.lines;
    }
    if (batch.length > 0) yield batch;
    if (page.length < PAGE) return;
    after = page.at(-1)?.id ?? "";
  }
}
