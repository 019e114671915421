import {
  advanceInterval,
  type BilledLine,
  billedPeriodAt,
  type Contract,
  type CreditDue,
  type DatePeriod,
  Decimal,
  type InvoiceLeft,
  isUsageSlot,
  type LetGoLine,
} from "@counterfoil/engine";
import {
  type BilledLineRow,
  type BilledLinesQuestion,
  findBilledLines,
  findLetGoLines,
  type Tx,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Planned } from "./billing-case.ts";
import { type ForeseenLines, withForeseenLines } from "./foreseen-lines.ts";
import { readInvoiceLeft } from "./invoice-left.ts";
import { readStandingTakes } from "./standing-takes.ts";

/** What was billed before, as far as it matters to plans. */
export interface BilledLines {
  of(step: Planned, priceId: string): readonly BilledLine[];
  letGo(step: Planned, priceId: string): readonly LetGoLine[];
  /** What is left of the invoices that have some of these lines and from which credit notes gave back. */
  invoicesLeft(step: Planned): readonly InvoiceLeft[];
}

/** Reads what was billed before, in one query for all plans. Drafts in `foreseen` have their lines of there. */
export async function readBilledLines(
  tx: Tx,
  planned: readonly Planned[],
  foreseen: ForeseenLines,
): Promise<BilledLines> {
  const position = new Map(planned.map((step, index) => [step, index]));
  const keyOf = (step: Planned, priceId: string) => `${position.get(step)} ${priceId}`;
  const questions = planned.flatMap((step, index) => questionsOf(step, index));
  const [stored, letGo] = await Promise.all([findBilledLines(tx, questions), findLetGoLines(tx, questions)]);
  const rows = withForeseenLines(stored, questions, foreseen);
  const linesOf = Map.groupBy(rows, (row) => row.key);
  const letGoOf = Map.groupBy(letGo, (row) => row.key);
  const takesOf = await readStandingTakes(
    tx,
    rows.map(({ takes }) => takes),
  );
  const leftOf = await readInvoicesLeft(tx, planned, rows);
  const rowsOf = Map.groupBy(rows, (row) => planned[Number(row.key.split(" ", 1)[0])]);
  return {
    of: (step, priceId) =>
      (linesOf.get(keyOf(step, priceId)) ?? []).map((row) => ({
        ...toBilledLine(row, leftOf(step, row)),
        takes: takesOf(row.takes),
      })),
    letGo: (step, priceId) =>
      (letGoOf.get(keyOf(step, priceId)) ?? []).map((row) => ({
        kind: row.kind,
        versionId: row.versionId,
        service: serviceOf(row),
      })),
    invoicesLeft: (step) => [...new Set((rowsOf.get(step) ?? []).flatMap((row) => leftOf(step, row) ?? []))],
  };
}

/**
 * What is left of the invoices of which less may be left than of their lines. There are few, so they are read one by
 * one.
 */
async function readInvoicesLeft(
  tx: Tx,
  planned: readonly Planned[],
  rows: readonly BilledLineRow[],
): Promise<(step: Planned, row: BilledLineRow) => InvoiceLeft | null> {
  const found = new Map<string, InvoiceLeft>();
  const keyOf = (step: Planned, row: BilledLineRow) => `${row.invoiceId} ${step.one.draftId}`;
  for (const row of rows.filter((one) => one.isInvoiceLimited)) {
    const step = planned[Number(row.key.split(" ", 1)[0])];
    if (step === undefined || found.has(keyOf(step, row))) continue;
    const invoice = { id: row.invoiceId, currency: step.one.loaded.contract.currency };
    found.set(keyOf(step, row), await readInvoiceLeft(tx, invoice, step.one.draftId));
  }
  return (step, row) => found.get(keyOf(step, row)) ?? null;
}

/**
 * Earlier lines matter in four cases: something is to be credited, usage may have been billed in parts or is corrected,
 * a date may have been billed before, or a line may stay charged instead of a slot.
 */
function questionsOf({ one, plan }: Planned, index: number): BilledLinesQuestion[] {
  const slots = plan.slots.filter(
    (slot) =>
      one.isBilledAgain ||
      (isUsageSlot(slot) && (slot.kind === "correction" || !slot.countsFrom.equals(slot.service.start))),
  );
  const unless = plan.slots.flatMap(({ price, ...slot }) =>
    slot.kind === "recurring"
      ? slot.unless.map(({ on }) => ({ priceId: price.id, start: on, end: slot.service.end }))
      : [],
  );
  const spans = [
    ...unless,
    ...plan.credits.map((due) => ({ priceId: due.price.id, ...creditedPeriod(one.loaded.contract, due) })),
    ...slots.map((slot) => ({
      priceId: slot.price.id,
      start: isUsageSlot(slot) ? slot.countsFrom : slot.service.start,
      end: slot.service.end,
    })),
  ];
  return spans.map(({ priceId, start, end }) => ({
    key: `${index} ${priceId}`,
    subscriptionId: one.loaded.subscription.id,
    priceId,
    start: start.toString(),
    end: end.toString(),
    exceptInvoiceId: one.draftId,
    replacedInvoiceId: one.replacesInvoiceId ?? null,
  }));
}

/** The whole period whose unused days are given back, because credits of its other days also leave less of the line. */
function creditedPeriod(contract: Contract, { price, unused }: CreditDue): DatePeriod {
  const interval = advanceInterval(price);
  return interval === null ? unused : billedPeriodAt(contract, interval, unused.start).span;
}

/** A stored line as billing uses it. */
export function toBilledLine(row: BilledLineRow, invoiceLeft: InvoiceLeft | null = null): BilledLine {
  const service = serviceOf(row);
  const { kind, priceId, versionId, usageGroup } = row;
  const settled = Decimal.of(row.settled);
  return {
    lineId: row.id,
    invoiceId: row.invoiceId,
    kind,
    priceId,
    versionId,
    usageGroup,
    service,
    quantity: Decimal.of(row.quantity),
    amount: Decimal.of(row.amount),
    ...(row.isInvoiceLimited || !settled.isZero()
      ? { notes: { given: Decimal.of(row.noted), settled, invoiceLeft } }
      : {}),
  };
}

function serviceOf({ periodStart, periodEnd }: Pick<BilledLineRow, "periodStart" | "periodEnd">): DatePeriod {
  return { start: Temporal.PlainDate.from(periodStart), end: Temporal.PlainDate.from(periodEnd) };
}
