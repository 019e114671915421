import { listAccounts, listInvoices, type ListQuery, listSubscriptions } from "@counterfoil/service";
import type { Platform } from "../platform/platform.ts";

const EVERYTHING: ListQuery = { page: 1, limit: 1, filters: [], sort: null };

/** An empty organization sees nothing of others in the same database (R-ORG-1). */
export async function checkIsolation(stranger: Platform): Promise<string[]> {
  const seen = {
    accounts: (await stranger.call((context) => listAccounts(context, EVERYTHING))).total,
    subscriptions: (await stranger.call((context) => listSubscriptions(context, EVERYTHING))).total,
    invoices: (await stranger.call((context) => listInvoices(context, EVERYTHING))).total,
  };
  return Object.entries(seen).flatMap(([what, total]) => (total === 0 ? [] : [`a stranger sees ${total} ${what}`]));
}
