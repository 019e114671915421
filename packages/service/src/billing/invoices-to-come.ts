import { isBefore, type LateUsage, planBilling } from "@counterfoil/engine";
import type { Temporal } from "temporal-polyfill";
import type { Work } from "../context.ts";
import type { BillingCase, DecidedInvoice } from "./billing-case.ts";
import { decideInvoices } from "./decide-invoices.ts";
import { toInvoiceRow, toLineRows } from "./invoice-rows.ts";
import { type WrittenInvoice, writtenInvoice } from "../invoices/index.ts";
import { type LoadedContract, nextDueOn } from "../contracts/index.ts";
import { refuseUnpriced, unpricedCause } from "./unpriced-usage.ts";

/** Where looking ahead begins, and how far it goes. */
export interface Ahead extends Pick<BillingCase, "assumed" | "late"> {
  /** The first date that may bring something; null brings nothing. */
  readonly from: Temporal.PlainDate | null;
  /** The first date that is not looked at. */
  readonly until?: Temporal.PlainDate;
  /** Dates looked at before it is given up: of many nothing is billed, as while a contract is paused. */
  readonly mostDates: number;
  readonly late: readonly LateUsage[];
}

/**
 * The invoices that a contract will bring as it stands, before taxes, in order, decided by the functions that bill (R-INV-5).
 * 409 where usage has no price. Nothing is written: whoever wants later invoices to count what earlier ones billed, as a yearly minimum does, writes each
 * before asking for the next.
 */
export async function* invoicesToCome(
  work: Work,
  loaded: LoadedContract,
  { from, late, mostDates, until, assumed }: Ahead,
): AsyncGenerator<WrittenInvoice> {
  let corrected = late;
  let next = from;
  for (let looked = 0; next !== null && looked < mostDates; looked += 1) {
    const on = next;
    if (until !== undefined && !isBefore(on, until)) return;
    next = nextDueOn(loaded, on);
    const plan = planBilling(loaded.contract, on, corrected);
    if (plan.slots.length + plan.credits.length === 0) continue;
    const [decided] = await decideInvoices(work.tx, [
      { loaded, on, late: corrected, plan: () => plan, draftId: null, isBilledAgain: false, assumed },
    ]);
    if (decided?.decision.kind === "failed") throw new Error(decided.decision.failure);
    if (decided?.decision.kind !== "invoice") continue;
    // What is late is corrected once.
    corrected = [];
    const foreseen = foreseenInvoice(work, loaded, on, decided.decision);
    await refuseUnpriced(work.tx, foreseen);
    yield foreseen;
  }
}

/** A contract, and where looking ahead for its next invoice begins. */
export interface NextWanted {
  readonly loaded: LoadedContract;
  readonly from: Temporal.PlainDate | null;
  readonly late: readonly LateUsage[];
}

/**
 * The next invoice that each of these contracts will bring, before taxes, decided together: the statements are the same for any
 * number of contracts. A contract without one, or whose invoice cannot be decided or lacks a price, has none in the answer.
 */
export async function nextInvoicesToCome(
  work: Work,
  wanted: readonly NextWanted[],
  mostDates: number,
): Promise<WrittenInvoice[]> {
  const foreseen: WrittenInvoice[] = [];
  let waiting = wanted.map((one) => ({ ...one, left: mostDates }));
  while (waiting.length > 0) {
    const cases = waiting.flatMap((one) => nextCase(one) ?? []);
    const decided = cases.length === 0 ? [] : await decideInvoices(work.tx, cases);
    waiting = [];
    for (const { one, decision } of decided) {
      const { loaded, on, late, left } = one;
      if (decision.kind === "invoice") foreseen.push(foreseenInvoice(work, loaded, on, decision));
      if (decision.kind === "nothing") waiting.push({ loaded, from: nextDueOn(loaded, on), late, left });
    }
  }
  const unpriced = await Promise.all(foreseen.map(({ lines }) => unpricedCause(work.tx, lines)));
  return foreseen.filter((_, place) => unpriced[place] === undefined);
}

/** The first date on which something falls due. */
function nextCase({ loaded, from, late, left }: NextWanted & { readonly left: number }) {
  for (let on = from, most = left; on !== null && most > 0; on = nextDueOn(loaded, on), most -= 1) {
    const plan = planBilling(loaded.contract, on, late);
    if (plan.slots.length + plan.credits.length === 0) continue;
    return { loaded, on, late, plan: () => plan, draftId: null, isBilledAgain: false, left: most - 1 };
  }
  return undefined;
}

function foreseenInvoice(
  work: Work,
  loaded: LoadedContract,
  on: Temporal.PlainDate,
  decision: DecidedInvoice,
): WrittenInvoice {
  const row = toInvoiceRow(loaded, decision.draft, { id: work.ids.next("inv"), on, now: work.clock.now() });
  const lines = toLineRows(loaded, decision, row.id, () => work.ids.next("line"));
  return writtenInvoice(row, lines, loaded);
}
