import type { InvoiceLineDraft } from "@counterfoil/engine";
import {
  deleteDraftLines,
  deleteDrafts,
  findSubscriptionsById,
  insertInvoiceLines,
  type InvoiceLineRow,
  type InvoiceRow,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Work } from "../context.ts";
import type { Ids } from "../ids.ts";
import { isFreeLine, totalsOf, type WrittenInvoice, writtenInvoice } from "../invoices/index.ts";
import type { Decision } from "./billing-case.ts";
import { decideInvoices, type DecidingOptions } from "./decide-invoices.ts";
import { toInvoiceRow, toLineRows } from "./invoice-rows.ts";
import { type LoadedContract, loadContracts } from "../contracts/index.ts";
import { planOfDraft } from "./plan-of-draft.ts";

export interface DecidedDrafts {
  /** The drafts as now stored. A draft with nothing left to charge was deleted. */
  readonly settled: readonly WrittenInvoice[];
  readonly failures: readonly { readonly id: string; readonly failure: string }[];
}

/** Decides the lines of subscriptions' drafts again, at most one draft of each subscription, and writes them. */
export async function decideAgain(
  work: Work,
  stale: readonly InvoiceRow[],
  linesOf: ReadonlyMap<string, readonly InvoiceLineRow[]>,
  options: Pick<DecidingOptions, "foreseen"> = {},
): Promise<DecidedDrafts> {
  const { emptied, ...decided } = await decideDrafts(work, stale, linesOf, options);
  await deleteDraftLines(
    work.tx,
    decided.settled.map(({ invoice }) => invoice.id),
  );
  await deleteDrafts(work.tx, emptied);
  await insertInvoiceLines(
    work.tx,
    decided.settled.flatMap(({ lines }) => lines),
  );
  return decided;
}

/**
 * The drafts of subscriptions with the usage by now, as `decideAgain` would write them. Writes nothing. `emptied` are
 * the IDs of drafts with nothing left to charge.
 */
export async function decideDrafts(
  work: Work,
  stale: readonly InvoiceRow[],
  linesOf: ReadonlyMap<string, readonly InvoiceLineRow[]>,
  options: DecidingOptions = {},
): Promise<DecidedDrafts & { readonly emptied: readonly string[] }> {
  const subscriptions = await findSubscriptionsById(work.tx, [
    ...new Set(stale.flatMap((one) => one.subscriptionId ?? [])),
  ]);
  const contracts = new Map((await loadContracts(work.tx, subscriptions)).map((one) => [one.subscription.id, one]));
  const cases = stale.map((draft) => {
    const loaded = contracts.get(draft.subscriptionId ?? "");
    if (loaded === undefined) throw new Error(`invoice ${draft.id} has no subscription`);
    const on = Temporal.PlainDate.from(draft.billingDate);
    const lines = (linesOf.get(draft.id) ?? []).filter((line) => !isFreeLine(line));
    const plan = () => planOfDraft(loaded.contract, on, lines);
    const { id: draftId, replacesInvoiceId } = draft;
    // A draft that bills a void invoice again takes off what was billed of it since, such as late usage.
    return { draft, loaded, on, late: [], plan, draftId, replacesInvoiceId, isBilledAgain: replacesInvoiceId !== null };
  });
  const settled: WrittenInvoice[] = [];
  const failures: DecidedDrafts["failures"][number][] = [];
  const emptied: string[] = [];
  for (const { one, decision } of await decideInvoices(work.tx, cases, options)) {
    const { draft, loaded } = one;
    const own = linesOf.get(draft.id) ?? [];
    const free = own.filter(isFreeLine);
    if (decision.kind === "failed") failures.push({ id: draft.id, failure: decision.failure });
    // If another invoice took the corrections meanwhile, there may be nothing to invoice.
    else if (decision.kind === "nothing" && free.length === 0) emptied.push(draft.id);
    else settled.push(settledDraft(draft, { loaded, decision, free, nextId: sameIds(own, work.ids) }));
  }
  return { settled, failures, emptied };
}

interface DecidedAgain {
  readonly loaded: LoadedContract;
  readonly decision: Decision;
  /** Lines that a user wrote. They come after the decided lines. */
  readonly free: readonly InvoiceLineRow[];
  readonly nextId: (line: LineIdentity) => string;
}

function settledDraft(draft: InvoiceRow, { loaded, decision, free, nextId }: DecidedAgain): WrittenInvoice {
  if (decision.kind !== "invoice") return writtenInvoice({ ...draft, ...totalsOf(draft.currency, free) }, free, loaded);
  const on = Temporal.PlainDate.from(draft.billingDate);
  const { periodStart, periodEnd, billingPeriodStart, billingPeriodEnd } = toInvoiceRow(loaded, decision.draft, {
    id: draft.id,
    on,
    now: draft.createdAt,
  });
  const decided = toLineRows(loaded, decision, { invoiceId: draft.id, nextId });
  const lines = [...decided, ...free.map((line, index) => ({ ...line, position: decided.length + index }))];
  const period = { periodStart, periodEnd, billingPeriodStart, billingPeriodEnd };
  return writtenInvoice({ ...draft, ...period, ...totalsOf(draft.currency, lines) }, lines, loaded);
}

/** What identifies a line when its draft is decided again, whatever its amount is then. */
type LineIdentity = Pick<
  InvoiceLineDraft,
  "kind" | "priceId" | "versionId" | "adjustmentId" | "usageGroup" | "service" | "countedOn"
>;

/** Gives lines their earlier IDs, so that credits and corrections of a draft still refer to its lines. */
function sameIds(before: readonly InvoiceLineRow[], ids: Ids): (line: LineIdentity) => string {
  const free = Map.groupBy(before, ({ periodStart, periodEnd, ...line }) =>
    identityOf(line, `${periodStart} ${periodEnd} ${line.countedOn}`),
  );
  return ({ service, countedOn, ...line }) =>
    free.get(identityOf(line, `${service.start} ${service.end} ${countedOn}`))?.shift()?.id ?? ids.next("line");
}

function identityOf(
  { kind, priceId, versionId, adjustmentId, usageGroup }: Omit<LineIdentity, "service" | "countedOn">,
  days: string,
): string {
  const group = Object.entries(usageGroup ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([kind, priceId, versionId, adjustmentId, group, days]);
}
