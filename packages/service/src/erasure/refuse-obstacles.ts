import type { ErasureObstacles } from "@counterfoil/storage";
import { DomainError } from "../errors/index.ts";

/** Refuses to erase an account that is still needed: a contract runs, something is owed, or a payment is on its way (409). */
export function refuseObstacles({ runningSubscriptions, openInvoices, pendingPayments }: ErasureObstacles): void {
  const told = [
    ["contracts that are accepted or run", runningSubscriptions],
    ["invoices that are drafts or not paid", openInvoices],
    ["payments on their way", pendingPayments],
  ] as const;
  const obstacles = told.filter(([, ids]) => ids.length > 0).map(([what, ids]) => `${what} (${ids.join(", ")})`);
  if (obstacles.length === 0) return;
  const detail = `The account still has ${obstacles.join("; ")}. End, settle or void them first: until then the data is needed.`;
  throw new DomainError("state_conflict", detail);
}
