import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-CREDIT-1, R-CREDIT-2: a grant pays what is issued before it expires, in its own currency.

interface Shown {
  readonly balances: readonly { readonly grants: readonly { readonly id: string; readonly available: string }[] }[];
}

const creditOf = async ({ api, accountId }: Story) =>
  (await api.get<Shown>(`/accounts/${accountId}/credit`)).balances as readonly object[];
const hold = ({ api, accountId }: Story, uniqueId: string, used: Readonly<Record<string, number>>) => {
  const events = Object.entries(used).map(([eventName, quantity]) => ({ eventName, properties: { quantity } }));
  return api.post(`/accounts/${accountId}/credit/hold`, { uniqueId, events });
};
const grant = ({ api, accountId }: Story, body: object) => api.post(`/accounts/${accountId}/credit-grants`, body);

test("a grant that expires after a draft is issued pays the draft, and no usage of today (R-CREDIT-2)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR", graceHours: 48 });
  await story.subscribe({ prices: [await story.usage("Tokens", { unit: "1" })] });
  const { id: first } = await grant(story, { amount: "100.00", expiresAt: "2026-02-10T00:00:00Z" });
  const { id: second } = await grant(story, { amount: "100.00" });
  const { api } = story;

  await story.use("tokens", 60, "2026-01-10");
  // The usage of today is invoiced on February 3, before the first grant expires.
  expect(await creditOf(story)).toMatchObject([
    {
      granted: "200.00",
      running: "60.00",
      available: "140.00",
      grants: [
        { id: first, available: "40.00" },
        { id: second, available: "100.00" },
      ],
    },
  ]);

  await story.use("tokens", 30, "2026-02-01T12:00");
  // The usage of today is invoiced on March 3. January's draft is paid by the grant that expires before.
  const inFebruary = { granted: "100.00", running: "30.00", available: "70.00", grants: [{ id: second }] };
  expect(await creditOf(story)).toMatchObject([inFebruary]);
  expect(await hold(story, "too-much", { tokens: 71 })).toMatchObject({ allowed: false, available: "70.00" });
  expect(await hold(story, "rest", { tokens: 70 })).toMatchObject({ allowed: true, available: "0.00" });

  await story.advanceTo("2026-02-03T00:01");
  expect((await story.invoices())[0]).toMatchObject({ total: "60.00", creditsApplied: "60.00" });
  expect(await api.get(`/credit-grants/${first}`)).toMatchObject({ balance: "40.00" });
  expect(await creditOf(story)).toMatchObject([{ ...inFebruary, drawn: "0.00" }]);

  await story.advanceTo("2026-03-03T00:01");
  expect((await story.invoices())[1]).toMatchObject({ total: "30.00", creditsApplied: "30.00" });
  expect(await api.get(`/credit-grants/${first}`)).toMatchObject({ balance: "0.00" }); // 40.00 expired
  expect(await api.get(`/credit-grants/${second}`)).toMatchObject({ balance: "70.00" });
});

test("with contracts in two currencies, each holds its own credit, and expiry is judged by its own invoices (R-CREDIT-1)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  await story.subscribe({ prices: [await story.usage("Tokens", { unit: "1" })] });
  const dollars = { price: { currency: "USD" }, every: "quarterly" } as const;
  await story.subscribe({ currency: "USD", prices: [await story.usage("Images", { unit: "2" }, dollars)] });
  // Expires after January is invoiced in euros, and before the quarter is invoiced in dollars.
  await grant(story, { amount: "50.00", currency: "EUR", expiresAt: "2026-02-10T00:00:00Z" });
  await grant(story, { amount: "100.00", currency: "USD" });
  // It cannot pay the invoice of April 1.
  await grant(story, { amount: "7.00", currency: "USD", expiresAt: "2026-03-31T00:00:00Z" });

  expect(await hold(story, "a", { tokens: 20 })).toMatchObject({ allowed: true, amount: "20.00", available: "30.00" });
  expect(await hold(story, "b", { images: 30 })).toMatchObject({
    allowed: true,
    amount: "60.00",
    currency: "USD",
    available: "40.00",
  });
  expect(await hold(story, "c", { images: 21 })).toMatchObject({ allowed: false, reason: "insufficient_credit" });
  await expect(hold(story, "d", { tokens: 1, images: 1 })).rejects.toThrow(/several_currencies/);
  expect(await creditOf(story)).toMatchObject([
    { currency: "EUR", granted: "50.00", held: "20.00", available: "30.00" },
    { currency: "USD", granted: "100.00", held: "60.00", available: "40.00" },
  ]);
});

test("expiry of a grant for a product, or of units, is judged by the invoices that it can pay (R-CREDIT-1, R-CREDIT-2)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const { api } = story;
  const tokens = await story.usage("Tokens", { unit: "1" });
  const metricId = await story.metric("Images");
  const images = await story.usage("Images", { unit: "2" }, { every: "quarterly", metrics: [metricId] });
  await story.subscribe({ prices: [tokens, images] });
  const { productId } = await api.get<{ productId: string }>(`/prices/${images}`);
  // Both expire after tokens of January are invoiced, and before images of the quarter are.
  const expiresAt = "2026-02-10T00:00:00Z";
  await grant(story, { amount: "30.00", productIds: [productId], expiresAt });
  await grant(story, { amount: "10", metricId, expiresAt });
  const { id: general } = await grant(story, { amount: "50.00", expiresAt });
  expect(await creditOf(story)).toMatchObject([{ granted: "50.00", available: "50.00", grants: [{ id: general }] }]);
  expect(await hold(story, "images", { images: 1 })).toMatchObject({ allowed: false, reason: "insufficient_credit" });
  expect(await hold(story, "tokens", { tokens: 50 })).toMatchObject({ allowed: true, available: "0.00" });

  // One that lives until the quarter is invoiced pays for images.
  const { id: later } = await grant(story, {
    amount: "30.00",
    productIds: [productId],
    expiresAt: "2026-04-02T00:00:00Z",
  });
  expect(await hold(story, "more", { images: 15 })).toMatchObject({
    allowed: true,
    amount: "30.00",
    available: "0.00",
  });
  expect(await creditOf(story)).toMatchObject([
    {
      available: "0.00",
      held: "80.00",
      grants: [
        { id: general, available: "0.00" },
        { id: later, available: "0.00" },
      ],
    },
  ]);
});
