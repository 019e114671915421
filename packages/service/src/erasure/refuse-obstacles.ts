import type { ErasureObstacles } from "@counterfoil/storage";
import { DomainError } from "../errors/index.ts";

/**
 * Refuses to erase an account that is still needed: a contract runs, an amount is owed, or a payment is in progress
 * (409).
 */
export function refuseObstacles({ runningSubscriptions, openInvoices, pendingPayments }: ErasureObstacles): void {
  const told = [
    ["accepted or active subscriptions", runningSubscriptions],
    ["draft or unpaid invoices", openInvoices],
    ["pending payments", pendingPayments],
  ] as const;
  const obstacles = told.filter(([, ids]) => ids.length > 0).map(([what, ids]) => `${what} (${ids.join(", ")})`);
  if (obstacles.length === 0) return;
  const detail = `The account cannot be erased because it has ${obstacles.join("; ")}. End, settle or void them first.`;
  throw new DomainError("state_conflict", detail);
}
