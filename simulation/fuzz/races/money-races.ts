import type { Answer } from "@counterfoil/testkit/api";
import { draft, invoice, monthly, post, type Race, running, times, type Track } from "./race.ts";

const issued = (track: Track, amount: string) => invoice(track, amount, { autoIssue: true });

/** Money that can be spent once, and states that can be left once. */
export const moneyRaces: readonly Race[] = [
  {
    title: "a draft that is issued, changed, deleted and voided",
    async arrange(track) {
      const { id } = await invoice(track, "40.00");
      return {
        requests: [
          ...times(3, post(`/invoices/${id}/issue`)),
          { method: "PATCH", path: `/invoices/${id}`, body: { memo: "Thank you" } },
          { method: "DELETE", path: `/invoices/${id}` },
          post(`/invoices/${id}/void`, { reason: "By mistake" }),
        ],
      };
    },
  },
  {
    title: "twelve invoices that take their numbers",
    arrange: (track) => {
      const lines = [{ description: "Work", unitPrice: "40.00" }];
      const body = { accountId: track.accountId, lines, autoIssue: true };
      return Promise.resolve({ requests: times(12, post("/invoices", body)), successes: 12 });
    },
  },
  {
    title: "payments with one external id, and others",
    async arrange(track) {
      const { id } = await issued(track, "40.00");
      const payment = { amount: "10.00", method: "cash" };
      return {
        requests: [
          ...times(4, post(`/invoices/${id}/payments`, { ...payment, externalId: "bank-1" })),
          ...times(3, post(`/invoices/${id}/payments`, { ...payment, amount: "30.00" })),
          post(`/invoices/${id}/mark-uncollectible`),
        ],
        async check() {
          const { items } = await track.api.get<{ items: { externalId: string | null }[] }>("/payments?limit=100");
          const same = items.filter(({ externalId }) => externalId === "bank-1").length;
          return same <= 1 ? [] : [`${same} payments have one external id`];
        },
      };
    },
  },
  {
    title: "refunds of more than was paid",
    async arrange(track) {
      const { id } = await issued(track, "40.00");
      const payment = await track.api.post(`/invoices/${id}/payments`, { amount: "40.00", method: "cash" });
      const refund = post(`/payments/${payment.id}/refunds`, { amount: "15.00", reason: "Goodwill" });
      return { requests: times(6, refund), successes: 2 };
    },
  },
  {
    title: "credit notes of more than was invoiced",
    async arrange(track) {
      const made = await issued(track, "40.00");
      const lines = [{ lineItemId: made.lineItems[0]?.id, amount: "15.00" }];
      const note = post("/credit-notes", { invoiceId: made.id, reason: "Less was done", lines, outcome: "apply" });
      return { requests: times(6, note), successes: 2 };
    },
  },
  {
    title: "an invoice that is voided, credited, paid and paid from credit",
    async arrange(track) {
      await issued(track, "-25.00");
      const made = await issued(track, "40.00");
      const lines = [{ lineItemId: made.lineItems[0]?.id, amount: "40.00" }];
      return {
        requests: [
          ...times(3, post(`/invoices/${made.id}/apply-credit`, { amount: "20.00" })),
          post("/credit-notes", { invoiceId: made.id, reason: "Less was done", lines, outcome: "apply" }),
          post(`/invoices/${made.id}/payments`, { amount: "40.00", method: "cash" }),
          ...times(2, post(`/invoices/${made.id}/void`, { reason: "By mistake" })),
        ],
      };
    },
  },
  {
    title: "a grant that is drawn and voided",
    async arrange(track) {
      const path = `/accounts/${track.accountId}/credit-grants`;
      const { id } = await track.api.post(path, { amount: "50.00", currency: "USD" });
      const lines = [{ description: "Work", unitPrice: "20.00" }];
      const sale = post("/invoices", { accountId: track.accountId, lines, autoIssue: true });
      return {
        requests: [...times(4, sale), ...times(2, post(`/credit-grants/${id}/void`, { reason: "By mistake" }))],
      };
    },
  },
  {
    title: "a contract that is activated, sent, canceled and deleted",
    async arrange(track) {
      const id = await draft(track, await monthly(track.api, "31.00"));
      return {
        requests: [
          ...times(4, post(`/subscriptions/${id}/activate`)),
          post(`/subscriptions/${id}/send`, {}),
          post(`/subscriptions/${id}/cancel`, { reason: "other", effective: "now" }),
          { method: "PATCH", path: `/subscriptions/${id}`, body: { name: "Renamed" } },
        ],
        check: () => oneInvoiceAtMost(track),
      };
    },
  },
  {
    title: "a contract that is paused, changed, canceled and brought back",
    async arrange(track) {
      const priceId = await monthly(track.api, "31.00");
      const id = await running(track, priceId);
      const newPriceId = await monthly(track.api, "62.00");
      const version = { startDate: new Date().toISOString().slice(0, "2024-01-31".length), priceGroups: [] };
      return {
        requests: [
          ...times(2, post(`/subscriptions/${id}/changes`, { update: [{ priceId, newPriceId }] })),
          ...times(2, post(`/subscriptions/${id}/pause`, { effective: "now" })),
          post(`/subscriptions/${id}/resume`, { effective: "now" }),
          ...times(2, post(`/subscriptions/${id}/versions`, version)),
          ...times(2, post(`/subscriptions/${id}/cancel`, { reason: "other", effective: "period_end" })),
          post(`/subscriptions/${id}/cancel/withdraw`),
        ],
      };
    },
  },
  {
    title: "a quote that several accept while it is sent again",
    async arrange(track) {
      const id = await draft(track, await monthly(track.api, "31.00"));
      const { token } = await track.api.post(`/subscriptions/${id}/send`, {});
      const signer = { signerName: "Ada Byron", signerEmail: "ada@acme.example", signerJobTitle: "CFO" };
      return {
        requests: [
          ...times(4, { ...post(`/quotes/${String(token)}/accept`, signer), isPublic: true }),
          post(`/subscriptions/${id}/send`, {}),
          post(`/subscriptions/${id}/cancel`, { reason: "other", effective: "now" }),
        ],
        check: () => oneInvoiceAtMost(track),
      };
    },
  },
  {
    title: "a portal whose link is revoked while its customer acts",
    async arrange(track) {
      const { api, accountId } = track;
      const subscription = await running(track, await monthly(api, "31.00"));
      const link = await api.post(`/accounts/${accountId}/portal-link`, { mayCancel: true });
      const { items } = await api.get<{ items: { id: string }[] }>("/invoices");
      const portal = `/public/portal/${String(link["token"])}`;
      const byLink = (method: string, path: string, body?: unknown) => ({ method, path, body, isPublic: true });
      return {
        requests: [
          ...times(2, byLink("PATCH", `${portal}/billing-details`, { name: "Acme SAS" })),
          ...times(2, byLink("POST", `${portal}/subscriptions/${subscription}/cancel`, { reason: "other" })),
          ...times(2, byLink("POST", `${portal}/invoices/${items[0]?.id}/payment-link`)),
          byLink("GET", portal),
          ...times(2, { method: "DELETE", path: `/accounts/${accountId}/portal-links/${link.id}` }),
        ],
      };
    },
  },
  {
    title: "a test clock that several move",
    async arrange({ api }) {
      const clock = await api.post("/test-clocks", { frozenTime: "2025-01-01T00:00:00Z" });
      const account = await api.post("/accounts", { name: "Later", currency: "USD", testClockId: clock.id });
      const priceGroups = [{ priceIds: [await monthly(api, "31.00")] }];
      const terms = { accountId: account.id, contractStartDate: "2025-01-01", priceGroups };
      const { id } = await api.post("/subscriptions", terms);
      await api.post(`/subscriptions/${id}/activate`);
      const advance = (month: string) =>
        post(`/test-clocks/${clock.id}/advance`, { frozenTime: `2025-${month}-01T00:00:00Z` });
      const change = { method: "PATCH", path: `/accounts/${account.id}`, body: { timezone: "Asia/Tokyo" } };
      return { requests: [advance("02"), advance("03"), advance("02"), advance("04"), change] };
    },
  },
  {
    title: "an event that is sent, amended and voided, with its id in other contents",
    async arrange({ api, accountId }) {
      const event = { uniqueId: "e-1", account: accountId, eventName: "call", timestamp: "2026-01-10T10:00:00Z" };
      const metric = { name: "Calls", eventName: "call", aggregation: { method: "sum", field: "n" } };
      const { id } = await api.post("/metrics", metric);
      const other = { ...event, uniqueId: "e-2" };
      await api.post("/events", { events: [{ ...other, properties: { n: 1 } }] });
      const send = (n: number) => post("/events", { events: [{ ...event, properties: { n } }] });
      return {
        requests: [
          ...[1, 2, 3, 1].map(send),
          ...times(2, post("/events/e-2/amend", { properties: { n: 5 } })),
          ...times(2, post("/events/e-2/void", {})),
          { method: "PATCH", path: `/metrics/${id}`, body: { name: "All calls" } },
        ],
        async check() {
          const { items } = await api.get<{ items: { uniqueId: string }[] }>("/events?limit=100");
          const first = items.filter(({ uniqueId }) => uniqueId === "e-1").length;
          return first === 1 ? [] : [`the event is listed ${first} times`];
        },
      };
    },
  },
];

async function oneInvoiceAtMost({ api }: Track): Promise<string[]> {
  const { items } = await api.get<{ items: { status: string; kind?: string }[] }>("/invoices?limit=100");
  return items.length <= 1 ? [] : [`the contract was billed ${items.length} times`];
}

/** Number of successful responses. */
export function succeeded(answers: readonly Answer[]): number {
  return answers.filter(({ status }) => status < 300).length;
}
