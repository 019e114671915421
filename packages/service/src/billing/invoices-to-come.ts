import { type BillingPlan, isBefore, type LateUsage, planBilling } from "@counterfoil/engine";
import type { Temporal } from "temporal-polyfill";
import type { Work } from "../context.ts";
import type { BillingCase, DecidedInvoice } from "./billing-case.ts";
import { decideInvoices } from "./decide-invoices.ts";
import { toInvoiceRow, toLineRows } from "./invoice-rows.ts";
import type { ForeseenLines } from "./foreseen-lines.ts";
import type { freezeLine } from "../frozen-lines/index.ts";
import { type WrittenInvoice, writtenInvoice } from "../invoices/index.ts";
import { type LoadedContract, nextDueOn } from "../contracts/index.ts";
import { refuseUnpriced, unpricedCause } from "./unpriced-usage.ts";

/** Where looking ahead begins, and how far it goes. */
export interface Ahead extends Pick<BillingCase, "assumed" | "late"> {
  /** The first date that may be billed. Null if there is none. */
  readonly from: Temporal.PlainDate | null;
  /** The first date that is not checked. */
  readonly until?: Temporal.PlainDate;
  /** How many dates to check at most. Many dates bill nothing, for example during a pause. */
  readonly mostDates: number;
  readonly late: readonly LateUsage[];
  /** The drafts that wait, as they would be issued now. */
  readonly foreseen?: ForeseenLines | undefined;
}

/**
 * The future invoices of a contract in its current state, before taxes, in order, decided by the functions that bill
 * (R-INV-5). 409 if usage has no price. Writes nothing. If later invoices must count what earlier ones billed, for
 * example for a yearly minimum, the caller writes each invoice before it asks for the next.
 */
export async function* invoicesToCome(
  work: Work,
  loaded: LoadedContract,
  { from, late, mostDates, until, assumed, foreseen }: Ahead,
): AsyncGenerator<WrittenInvoice> {
  let corrected = late;
  let next = from;
  for (let looked = 0; next !== null && looked < mostDates; looked += 1) {
    const on = next;
    if (until !== undefined && !isBefore(on, until)) return;
    next = nextDueOn(loaded, on);
    const plan = planBilling(loaded.contract, on, corrected);
    if (billsNothing(loaded, plan)) continue;
    const [decided] = await decideInvoices(
      work.tx,
      [{ loaded, on, late: corrected, plan: () => plan, draftId: null, isBilledAgain: false, assumed }],
      { foreseen },
    );
    if (decided?.decision.kind === "failed") throw new Error(decided.decision.failure);
    if (decided?.decision.kind !== "invoice") continue;
    // Late usage is corrected once.
    corrected = [];
    const invoice = foreseenInvoice(work, { loaded, on }, decided.decision);
    await refuseUnpriced(work.tx, invoice);
    yield invoice;
  }
}

/** A contract, and where to begin looking for its next invoice. */
export interface NextWanted {
  readonly loaded: LoadedContract;
  readonly from: Temporal.PlainDate | null;
  readonly late: readonly LateUsage[];
}

/**
 * The next invoice of each of these contracts, before taxes. They are decided together, so the number of statements
 * does not grow with the number of contracts. Leaves out a contract without a next invoice, and one whose invoice
 * cannot be decided or lacks a price.
 */
export async function nextInvoicesToCome(
  work: Work,
  wanted: readonly NextWanted[],
  { mostDates, foreseen }: Pick<Ahead, "mostDates" | "foreseen">,
): Promise<WrittenInvoice[]> {
  const found: WrittenInvoice[] = [];
  let waiting = wanted.map((one) => ({ ...one, left: mostDates }));
  while (waiting.length > 0) {
    const cases = waiting.flatMap((one) => nextCase(one) ?? []);
    const decided = cases.length === 0 ? [] : await decideInvoices(work.tx, cases, { isOnlyShown: true, foreseen });
    waiting = [];
    for (const { one, decision } of decided) {
      const { loaded, on, late, left } = one;
      if (decision.kind === "invoice") found.push(foreseenInvoice(work, { loaded, on }, decision));
      if (decision.kind === "nothing") waiting.push({ loaded, from: nextDueOn(loaded, on), late, left });
    }
  }
  const checked = found.map(async (invoice) => ({ invoice, unpriced: await unpricedCause(work.tx, invoice.lines) }));
  return (await Promise.all(checked)).flatMap(({ invoice, unpriced }) => (unpriced === undefined ? [invoice] : []));
}

/** The first date on which something falls due. */
function nextCase({ loaded, from, late, left }: NextWanted & { readonly left: number }) {
  for (let on = from, most = left; on !== null && most > 0; on = nextDueOn(loaded, on), most -= 1) {
    const plan = planBilling(loaded.contract, on, late);
    if (billsNothing(loaded, plan)) continue;
    return { loaded, on, late, plan: () => plan, draftId: null, isBilledAgain: false, left: most - 1 };
  }
  return undefined;
}

/** Whether nothing can be due. A minimum may be, on a date on which nothing else is. */
function billsNothing({ contract }: LoadedContract, { slots, credits }: BillingPlan): boolean {
  return slots.length + credits.length === 0 && !contract.thresholds.some(({ type }) => type === "min");
}

/** An invoice that was decided and is not written, before taxes. */
export function foreseenInvoice(
  work: Work,
  { loaded, on }: { readonly loaded: LoadedContract; readonly on: Temporal.PlainDate },
  decision: DecidedInvoice,
  freeze?: typeof freezeLine,
): WrittenInvoice {
  const row = toInvoiceRow(loaded, decision.draft, { id: work.ids.next("inv"), on, now: work.clock.now() });
  const lines = toLineRows(loaded, decision, { invoiceId: row.id, nextId: () => work.ids.next("line") }, freeze);
  return writtenInvoice(row, lines, loaded);
}
