import type { Json } from "@counterfoil/testkit/scenario";
import { paidStory } from "@counterfoil/testkit/stripe";
import { expect, test } from "vitest";

// R-INV-7: webhooks of Stripe require a valid signature, and have no further effect if they are repeated.

test("a webhook needs the signature of the organization's secret (R-INV-7)", async () => {
  const { story, stripe, environment } = await paidStory({ start: "2024-01-01" });
  const url = `${environment.url}/payment-providers/stripe/webhook/${story.organizationId}`;
  const event = { id: "evt_x", object: "event", type: "payment_intent.succeeded", created: 0 } as const;
  const news = [{ ...event, data: { object: { id: "pi_x" } } }];
  expect(await stripe.deliver(url, news, "whsec_other")).toEqual([400]);
  const bare = await story.api.request("POST", new URL(url).pathname, { body: news[0] });
  expect(bare).toMatchObject({ status: 400, body: { code: "invalid_signature" } });
  expect(await stripe.deliver(url.replace(story.organizationId, "org_other"), news)).toEqual([404]);
  await story.api.patch("/payment-settings", { provider: "manual" });
  expect(await stripe.deliver(url, news)).toEqual([404]);
});

test("repeated and reordered webhooks leave the books unchanged (R-INV-7)", async () => {
  const { story, stripe, environment, leaveMethod } = await paidStory({ start: "2024-01-01" });
  const url = `${environment.url}/payment-providers/stripe/webhook/${story.organizationId}`;
  await leaveMethod("takes_days");
  await story.subscribe({ prices: [await story.fixed("Base", "35.00")], autoPayInvoices: true });
  await story.advanceTo("2024-01-02");
  const [invoice] = await story.invoices();
  const read = async (): Promise<Json[]> =>
    (await story.api.get<{ items: Json[] }>(`/invoices/${invoice?.id}/payments`)).items;
  const [begun] = await read();
  stripe.books.settle(String(begun?.["providerPaymentId"]), true);
  const news = stripe.books.events.slice(-2); // processing, then succeeded
  expect(await stripe.deliver(url, [...news.toReversed(), ...news, ...news])).toEqual(Array<number>(6).fill(204));
  expect(await read()).toMatchObject([{ status: "succeeded", appliedAmount: "35.00" }]);
  const filters = encodeURIComponent(JSON.stringify([{ field: "type", operator: "eq", value: "payment.created" }]));
  expect((await story.api.get<{ items: Json[] }>(`/notifications?filters=${filters}`)).items).toHaveLength(1);
});

test("simultaneous webhooks count once (R-INV-7)", async () => {
  const { story, stripe, environment, leaveMethod } = await paidStory({ start: "2024-01-01" });
  const url = `${environment.url}/payment-providers/stripe/webhook/${story.organizationId}`;
  await leaveMethod("takes_days");
  await story.subscribe({ prices: [await story.fixed("Base", "35.00")], autoPayInvoices: true });
  await story.advanceTo("2024-01-02");
  const [invoice] = await story.invoices();
  const intent = [...stripe.books.intents.values()].at(-1);
  stripe.books.settle(String(intent?.id), true);
  const news = stripe.books.events.slice(-1);
  await Promise.all(Array.from({ length: 8 }, () => stripe.deliver(url, news)));
  expect(await story.api.get(`/invoices/${invoice?.id}`)).toMatchObject({ status: "paid", amountPaid: "35.00" });
  expect(await story.api.get(`/accounts/${story.accountId}/balance`)).toMatchObject({ accountCredit: "0.00" });
});

test("a late webhook restores no earlier or removed payment method (R-INV-7)", async () => {
  const { story, stripe, environment, wait } = await paidStory({ start: "2024-01-01" });
  const url = `${environment.url}/payment-providers/stripe/webhook/${story.organizationId}`;
  const path = `/accounts/${story.accountId}/payment-method`;
  const leave = async (kind: "works" | "takes_days") => {
    const setup = await story.api.post(`${path}/setup`);
    stripe.books.leaveMethod(String(setup["clientSecret"]), kind);
    wait(2_000);
    return stripe.books.events.slice(-1);
  };
  const [card, debit] = [await leave("works"), await leave("takes_days")];
  await stripe.deliver(url, [...debit, ...card]);
  expect(await story.api.get(path)).toMatchObject({ paymentMethod: { type: "sepa_debit" } });
  // R-API-5: an outdated If-Match removes nothing; the current one does.
  const { headers } = await story.api.request("GET", path);
  const forget = (tag: string) => story.api.request("DELETE", path, { headers: { "If-Match": tag } });
  expect((await forget('"stale"')).status).toBe(412);
  expect(await story.api.get(path)).toMatchObject({ paymentMethod: { type: "sepa_debit" } });
  expect((await forget(headers.get("ETag") ?? "")).status).toBe(204);
  await stripe.deliver(url, [...debit, ...card]);
  expect(await story.api.get(path)).toEqual({ paymentMethod: null });
  await stripe.deliver(url, await leave("works"));
  expect(await story.api.get(path)).toMatchObject({ paymentMethod: { type: "card" } });
});
