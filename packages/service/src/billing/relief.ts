import {
  assembleInvoice,
  Decimal,
  type InvoiceDraft,
  type InvoiceLeft,
  type InvoiceLineDraft,
  reliefOf,
} from "@counterfoil/engine";
import type { Tx } from "@counterfoil/storage";
import type { Planned } from "./billing-case.ts";
import type { ForeseenLines } from "./foreseen-lines.ts";
import { readSpending } from "./spending.ts";

/**
 * How often an invoice is decided again. What it takes back of discounts and limits nearly always settles in the first
 * round.
 */
const ROUNDS = 8;

interface Relieved {
  readonly step: Planned;
  /** What is left of the invoices from which credit notes gave back. */
  readonly invoices: readonly InvoiceLeft[];
  readonly decide: (relief: Relief) => InvoiceLineDraft[];
  readonly foreseen: ForeseenLines;
}

/** By invoice, what a new invoice takes back of its discounts and limits. */
type Relief = ReadonlyMap<string, Decimal>;

/**
 * Decides an invoice again if it takes back discounts or limits of invoices from which credit notes gave back. What it
 * takes back lowers what it gives back, so more of their lines can be given back. With more lines, it may take back
 * more of the discounts. Each round counts on what the round before took back, or on less if it then takes back less
 * itself. So no round gives back more than is left.
 */
export async function giveBackWithRelief(tx: Tx, relieved: Relieved, first: InvoiceDraft): Promise<InvoiceDraft> {
  let [draft, counted]: [InvoiceDraft, Relief] = [first, new Map()];
  for (let round = 0; round < ROUNDS; round += 1) {
    const relief = reliefsOf(draft, relieved);
    if (isCovered(relief, counted)) break;
    const next = await decideCovered(tx, relieved, relief);
    if (next === undefined || isCovered(next.counted, counted)) break;
    ({ draft, counted } = next);
  }
  return draft;
}

/** Decides with a relief, or with less of it, until the invoice takes back as much as it counted on. */
async function decideCovered(
  tx: Tx,
  relieved: Relieved,
  wanted: Relief,
): Promise<{ draft: InvoiceDraft; counted: Relief } | undefined> {
  let counted = wanted;
  for (let round = 0; round < ROUNDS; round += 1) {
    const draft = await decideWith(tx, relieved, counted);
    if (draft === undefined) return undefined;
    const relief = reliefsOf(draft, relieved);
    if (isCovered(counted, relief)) return { draft, counted };
    counted = lesserOf(counted, relief);
  }
  return undefined;
}

function lesserOf(relief: Relief, other: Relief): Relief {
  return new Map([...relief].map(([id, amount]) => [id, Decimal.min(amount, other.get(id) ?? Decimal.zero)]));
}

async function decideWith(
  tx: Tx,
  { step, decide, foreseen }: Relieved,
  relief: Relief,
): Promise<InvoiceDraft | undefined> {
  const lines = decide(relief);
  const spending = await readSpending(tx, [{ step, lines }], foreseen);
  return assembleInvoice(step.one.loaded.contract, step.plan, lines, (due) => spending(step, due));
}

function reliefsOf({ lines }: InvoiceDraft, { invoices }: Relieved): Relief {
  return new Map(invoices.map((left) => [left.invoiceId, Decimal.max(reliefOf(lines, left), Decimal.zero)]));
}

function isCovered(relief: Relief, by: Relief): boolean {
  return [...relief].every(([invoiceId, amount]) => amount.compare(by.get(invoiceId) ?? Decimal.zero) <= 0);
}
