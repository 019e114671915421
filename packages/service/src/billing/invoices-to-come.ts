import { isBefore, type LateUsage, planBilling } from "@counterfoil/engine";
import type { Temporal } from "temporal-polyfill";
import type { Work } from "../context.ts";
import type { BillingCase } from "./billing-case.ts";
import { decideInvoices } from "./decide-invoices.ts";
import { toInvoiceRow, toLineRows } from "./invoice-rows.ts";
import { type WrittenInvoice, writtenInvoice } from "../invoices/index.ts";
import { type LoadedContract, nextDueOn } from "../contracts/index.ts";
import { refuseUnpriced } from "./unpriced-usage.ts";

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
    const [decision] = await decideInvoices(work.tx, [
      { loaded, on, late: corrected, plan: () => plan, draftId: null, isBilledAgain: false, assumed },
    ]);
    if (decision?.kind === "failed") throw new Error(decision.failure);
    if (decision?.kind !== "invoice") continue;
    // What is late is corrected once.
    corrected = [];
    const row = toInvoiceRow(loaded, decision.draft, { id: work.ids.next("inv"), on, now: work.clock.now() });
    const foreseen = writtenInvoice(
      row,
      toLineRows(loaded, decision, row.id, () => work.ids.next("line")),
      loaded,
    );
    await refuseUnpriced(work.tx, foreseen);
    yield foreseen;
  }
}
