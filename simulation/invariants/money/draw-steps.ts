import { orderOf } from "../../platform/money-ledger.ts";
import type { Holdings } from "../holdings.ts";
import { drawGrants } from "./draws.ts";
import { owedOf, type Standing } from "./standing.ts";

/**
 * When invoices draw on grants: all invoices of one issuing draw before any of them uses or gives back account credit. Each
 * step has the ID that it precedes.
 */
export function drawSteps(standing: Standing): [id: string, take: () => void][] {
  return groupsOf(standing.holdings).map((group) => [
    firstEntry(standing.holdings, group) ?? group[0]?.id ?? "",
    () => {
      for (const { invoiceId } of group) {
        const owed = owedOf(standing, invoiceId);
        owed.drawn = drawGrants(standing, owed.invoice);
      }
    },
  ]);
}

interface Issue {
  readonly invoiceId: string;
  readonly id: string;
}

/** Issues without other events in between, whose credit movements all come before the first of them. */
function groupsOf({ money }: Holdings): Issue[][] {
  const made = money.entries.filter(({ kind }) => ["granted", "expired", "voided"].includes(kind ?? ""));
  const others = [...money.payments, ...money.refunds, ...money.notes, ...made].map(({ id }) => orderOf(id));
  const turns = money.turns.toSorted((a, b) => (orderOf(a.id) < orderOf(b.id) ? -1 : 1));
  const groups: Issue[][] = [];
  let open: Issue[] | undefined;
  for (const { kind, invoiceId, id } of turns) {
    const first = open?.[0];
    const isBetween = (other: string): boolean =>
      first !== undefined && orderOf(first.id) < other && other < orderOf(id);
    const movedLater = money.entries.some(
      (one) => one.invoiceId === invoiceId && one.kind !== "returned" && isBetween(orderOf(one.id)),
    );
    if (kind !== "invoice_issued") open = undefined;
    else if (open === undefined || movedLater || others.some(isBetween)) groups.push((open = [{ invoiceId, id }]));
    else open.push({ invoiceId, id });
  }
  return groups;
}

function firstEntry({ money }: Holdings, group: readonly Issue[]): string | undefined {
  const last = group[0]?.id ?? "";
  const own = money.entries.filter(
    (one) => group.some(({ invoiceId }) => invoiceId === one.invoiceId) && orderOf(one.id) < orderOf(last),
  );
  return own.map(({ id }) => id).toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))[0];
}
