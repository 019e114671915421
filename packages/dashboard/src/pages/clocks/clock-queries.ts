import type { TestClock } from "@counterfoil/sdk";
import { queryOptions } from "@tanstack/react-query";
import { asked, askedInSteps } from "../../server/asked.ts";

const WATCH_MILLISECONDS = 400;

/** A clock. Read repeatedly while it advances. */
export function clockQuery(clockId: string) {
  return queryOptions({
    ...asked((api, signal) => api.testClocks.get(clockId, { signal })),
    refetchInterval: ({ state }) => (state.data?.status === "advancing" ? WATCH_MILLISECONDS : false),
  });
}

/** The accounts on a clock. */
export function accountsOnClockQuery(clockId: string) {
  return queryOptions({
    ...asked((api) => api.accounts.list({ limit: 100, filters: [{ field: "testClockId", value: clockId }] }).all()),
  });
}

/** The most subscriptions whose next invoice is read. */
const MOST_SUBSCRIPTIONS = 20;

/** When something is next billed or issued on a clock. Null if nothing is due. */
export function nextInvoiceQuery(clock: TestClock, accountIds: readonly string[]) {
  return queryOptions({
    ...askedInSteps(
      "testClocks",
      "next invoice",
      [clock.id, clock.frozenTime, accountIds],
      async (api, signal): Promise<string | null> => {
        const ofThem = { field: "accountId", operator: "in", value: accountIds } as const;
        const [subscriptions, drafts] = await Promise.all([
          api.subscriptions.list(
            { limit: MOST_SUBSCRIPTIONS, filters: [ofThem, { field: "status", value: "active" }] },
            { signal },
          ),
          api.invoices.list({ limit: 20, filters: [ofThem, { field: "status", value: "draft" }] }, { signal }),
        ]);
        const dates = await Promise.all([
          ...subscriptions.items.map(async ({ id }) => {
            const invoice = await api.subscriptions.getUpcomingInvoice(id, { signal }).catch(() => null);
            return invoice?.billingDate ?? null;
          }),
          ...drafts.items.map(async ({ id }) => (await api.invoices.get(id, { signal })).issuesAt),
        ]);
        const ahead = dates.flatMap((date) => (date !== null && isLater(date, clock.frozenTime) ? [date] : []));
        return ahead.toSorted((left, right) => Date.parse(left) - Date.parse(right))[0] ?? null;
      },
    ),
    enabled: clock.status === "ready" && accountIds.length > 0,
  });
}

function isLater(instant: string, than: string): boolean {
  return Date.parse(instant) > Date.parse(than);
}
