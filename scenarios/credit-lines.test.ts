import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-CREDIT-1: accounts that pay later have a credit line, and settlements above the held amount are allowed or refused.

interface Answer {
  readonly allowed: boolean;
  readonly reason: string | null;
  readonly holdId: string | null;
  readonly amount: string;
  readonly available: string;
}
interface Balance extends Readonly<Record<"granted" | "drawn" | "running" | "held" | "available", string>> {
  readonly creditLine: { readonly limit: string; readonly owed: string } | null;
}

/** An account that pays 1.00 a token, on top of a monthly fee of 10.00. */
async function postpaid(settings: object): Promise<Story> {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const tokens = await story.usage("Tokens", { unit: "1" });
  const fee = await story.fixed("Base", "10");
  await story.subscribe({ prices: [tokens, fee] });
  await story.api.patch(`/accounts/${story.accountId}/credit-settings`, settings);
  return story;
}

const tokens = (quantity: number) => ({ eventName: "tokens", properties: { quantity } });
const hold = ({ api, accountId }: Story, uniqueId: string, quantity: number) =>
  api.post<Answer>(`/accounts/${accountId}/credit/hold`, { uniqueId, events: [tokens(quantity)] });
const settle = ({ api, accountId }: Story, holdId: string | null, uniqueId: string, quantity: number) =>
  api.request<Readonly<Record<string, unknown>>>("POST", `/accounts/${accountId}/credit/settle`, {
    body: { holdId, events: [{ uniqueId, account: accountId, ...tokens(quantity) }] },
  });
const credit = async ({ api, accountId }: Story) =>
  (await api.get<{ balances: readonly Balance[] }>(`/accounts/${accountId}/credit`)).balances;

test("usage may owe up to the credit line, with invoices that are not paid (R-CREDIT-1)", async () => {
  const story = await postpaid({ creditLine: "200.00" });
  const { api, accountId } = story;
  // The fee of January is invoiced ahead and not paid.
  expect(await credit(story)).toMatchObject([
    { creditLine: { limit: "200.00", owed: "10.00" }, granted: "0.00", running: "0.00", available: "190.00" },
  ]);
  await story.use("tokens", 50, "2026-01-01");
  const held = await hold(story, "a", 100);
  expect(held).toMatchObject({ allowed: true, amount: "100.00", available: "40.00" });
  expect(await hold(story, "b", 41)).toMatchObject({
    allowed: false,
    reason: "insufficient_credit",
    available: "40.00",
  });
  expect(await hold(story, "c", 40)).toMatchObject({ allowed: true, available: "0.00" });
  expect(await credit(story)).toMatchObject([{ running: "50.00", held: "140.00", available: "0.00" }]);

  // A grant pays first: 30 of the 50 tokens that were used.
  await api.post(`/accounts/${accountId}/credit-grants`, { amount: "30.00" });
  expect(await credit(story)).toMatchObject([
    { granted: "30.00", running: "50.00", held: "140.00", available: "30.00", creditLine: { owed: "10.00" } },
  ]);
  expect((await settle(story, held.holdId, "real", 90)).body).toMatchObject({ amount: "90.00", available: "40.00" });
  // Events of other sources are stored even beyond the line.
  await story.use("tokens", 45, "2026-01-01");
  expect(await credit(story)).toMatchObject([{ running: "185.00", held: "40.00", available: "-5.00" }]);
  expect(await hold(story, "d", 1)).toMatchObject({ allowed: false, available: "-5.00" });

  // The invoice draws the grant and owes the rest: 185.00 − 30.00, and 10.00 for each of two months.
  await story.advanceTo("2026-02-03");
  expect(await credit(story)).toMatchObject([
    { drawn: "30.00", running: "0.00", held: "0.00", creditLine: { owed: "175.00" }, available: "25.00" },
  ]);
  const invoices = await story.invoices();
  for (const { id, amountRemaining } of invoices) {
    await api.post(`/invoices/${String(id)}/payments`, { amount: amountRemaining, method: "cash" });
  }
  expect(await credit(story)).toMatchObject([{ creditLine: { owed: "0.00" }, available: "200.00" }]);
});

test("64 callers never owe more than the credit line (R-CREDIT-1)", async () => {
  const story = await postpaid({ creditLine: "110.00" });
  const answers = await Promise.all(Array.from({ length: 64 }, (_, caller) => hold(story, `caller-${caller}`, 3)));
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(33); // 33 × 3.00 of the 100.00 that are left
  expect(await credit(story)).toMatchObject([{ held: "99.00", available: "1.00" }]);
}, 60_000);

test("a settlement above the held amount is refused if the account refuses it (R-CREDIT-1)", async () => {
  const story = await postpaid({ creditLine: "200.00", settleAboveHeld: "refuse" });
  const { holdId } = await hold(story, "a", 100);
  const refused = await settle(story, holdId, "real", 101);
  expect([refused.status, refused.body]).toMatchObject([
    422,
    {
      errors: [
        { pointer: "/events", code: "above_held", detail: expect.stringMatching(/cost 101.00 EUR.*100.00 EUR/) },
      ],
    },
  ]);
  expect(await credit(story)).toMatchObject([{ running: "0.00", held: "100.00", available: "90.00" }]);
  expect(await settle(story, holdId, "real", 100)).toMatchObject({ status: 200, body: { overage: "0.00" } });
  await story.api.patch(`/accounts/${story.accountId}/credit-settings`, { settleAboveHeld: "accept" });
  const next = await hold(story, "b", 10);
  expect(await settle(story, next.holdId, "more", 12)).toMatchObject({ status: 200, body: { overage: "2.00" } });
});
