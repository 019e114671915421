import type { Json } from "@counterfoil/testkit/api";
import type { FakeStripe } from "@counterfoil/testkit/fake-stripe";
import type { Random } from "../../random.ts";
import type { AnsweredApi } from "./answered-api.ts";

/** An answered object: how to read it, and its expected content. */
export interface Promised {
  readonly path: string;
  readonly members: Readonly<Record<string, unknown>>;
}

/** The exact expected number of each. */
export interface Counts {
  oneOff: number;
  payments: number;
  refunds: number;
  grants: number;
  notes: number;
  /** Subscriptions with automatic collection, each with one invoice of 31.00. */
  collected: number;
  /** Months billed on test clocks, one invoice each. */
  clockMonths: number;
}

export interface Shopping {
  readonly api: AnsweredApi;
  readonly random: Random;
  readonly priceId: string;
  readonly promised: Promised[];
  readonly counts: Counts;
  readonly stripe: FakeStripe;
  /** Lets operations in progress finish. */
  readonly isOver: () => boolean;
}

/** Response fields that do not change. */
function lasting(body: Json, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, body[name]]));
}

/** One-off invoices that are paid in parts, refunded, credited, or covered by a grant. */
export async function moveMoney({ api, random, promised, counts, isOver }: Shopping): Promise<void> {
  while (!isOver()) {
    const account = await api.post("/accounts", { name: "Buyer", currency: "USD" });
    if (random.chance(0.3)) {
      const grant = await api.post(`/accounts/${account.id}/credit-grants`, { amount: "5.00", currency: "USD" });
      counts.grants += 1;
      promised.push({ path: `/credit-grants/${grant.id}`, members: lasting(grant, ["id", "amount"]) });
    }
    const unitPrice = `${random.integer(20, 99)}.${random.integer(10, 99)}`;
    const lines = [{ description: "Work", unitPrice }];
    const body = { accountId: account.id, lines, autoIssue: true };
    const invoice = await api.post<Json & { lineItems: Json[] }>("/invoices", body);
    counts.oneOff += 1;
    promised.push({
      path: `/invoices/${invoice.id}`,
      members: lasting(invoice, ["id", "number", "total", "creditsApplied"]),
    });
    const payment = await api.post(`/invoices/${invoice.id}/payments`, { amount: "10.00", method: "cash" });
    counts.payments += 1;
    promised.push({ path: `/payments/${payment.id}`, members: lasting(payment, ["id", "amount", "method"]) });
    if (random.chance(0.4)) {
      await api.post(`/payments/${payment.id}/refunds`, { amount: "4.00", reason: "Goodwill" });
      counts.refunds += 1;
    }
    if (random.chance(0.4)) {
      const credited = [{ lineItemId: invoice.lineItems[0]?.id, amount: "3.00" }];
      const note = { invoiceId: invoice.id, reason: "Less was done", lines: credited, outcome: "account_credit" };
      const issued = await api.post("/credit-notes", note);
      counts.notes += 1;
      promised.push({ path: `/credit-notes/${issued.id}`, members: lasting(issued, ["id", "number", "total"]) });
    }
  }
}

/** Accounts with a card whose subscriptions the worker collects. */
export async function subscribe({ api, priceId, promised, counts, stripe, isOver }: Shopping): Promise<void> {
  while (!isOver()) {
    const account = await api.post("/accounts", { name: "Member", currency: "USD" });
    const setup = await api.post(`/accounts/${account.id}/payment-method/setup`);
    stripe.books.leaveMethod(String(setup["clientSecret"]), "works");
    const priceGroups = [{ priceIds: [priceId] }];
    const terms = { accountId: account.id, priceGroups, autoPayInvoices: true };
    const made = await api.post("/subscriptions", terms);
    // Until the provider reports the card, there is no payment method.
    for (;;) {
      const { paymentMethod } = await api.get<{ paymentMethod: unknown }>(`/accounts/${account.id}/payment-method`);
      if (paymentMethod !== null) break;
    }
    await api.post(`/subscriptions/${made.id}/activate`);
    counts.collected += 1;
    promised.push({
      path: `/subscriptions/${made.id}`,
      members: { id: made.id, status: "active", accountId: account.id },
    });
  }
}

/** Subscriptions on test clocks, which the worker bills month by month. */
export async function passMonths({ api, priceId, counts, isOver }: Shopping): Promise<void> {
  while (!isOver()) {
    const clock = await api.post("/test-clocks", { frozenTime: "2025-01-01T00:00:00Z" });
    const account = await api.post("/accounts", { name: "Later", currency: "USD", testClockId: clock.id });
    const terms = { accountId: account.id, contractStartDate: "2025-01-01", priceGroups: [{ priceIds: [priceId] }] };
    const made = await api.post("/subscriptions", terms);
    await api.post(`/subscriptions/${made.id}/activate`);
    counts.clockMonths += 1;
    for (const month of ["02", "03", "04"]) {
      await api.post(`/test-clocks/${clock.id}/advance`, { frozenTime: `2025-${month}-01T00:00:00Z` });
      counts.clockMonths += 1;
      for (let status = "advancing"; status === "advancing";) {
        status = String((await api.get(`/test-clocks/${clock.id}`))["status"]);
      }
    }
  }
}
