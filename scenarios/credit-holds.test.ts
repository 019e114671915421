import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-CREDIT-1: prepaid credit is spent as usage happens.

interface Answer {
  readonly allowed: boolean;
  readonly reason: string | null;
  readonly holdId: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly available: string;
}

interface Balances {
  readonly balances: readonly Readonly<
    Record<"currency" | "granted" | "drawn" | "running" | "held" | "available", string>
  >[];
}

/** An account with a grant, and usage in tiers: the first 100 are free, then 1.00, and 0.50 from 1,001. */
async function prepaid(amount: string): Promise<Story> {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const tokens = await story.usage("Tokens", { graduated: "0–100 @0, 101–1000 @1, 1001+ @0.5" });
  await story.subscribe({ prices: [tokens] });
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount, currency: "EUR" });
  return story;
}

const balanceOf = async ({ api, accountId }: Story) => {
  const { balances } = await api.get<Balances>(`/accounts/${accountId}/credit`);
  const [{ granted, drawn, running, held, available } = { granted: "" } as Balances["balances"][number]] = balances;
  return [granted, drawn, running, held, available];
};
const hold = ({ api, accountId }: Story, uniqueId: string, quantity: number) =>
  api.post<Answer>(`/accounts/${accountId}/credit/hold`, {
    uniqueId,
    events: [{ eventName: "tokens", properties: { quantity: quantity } }],
  });

test("a hold takes what its events add, and settling draws what happened (R-CREDIT-1)", async () => {
  const story = await prepaid("500.00");
  const { api, accountId } = story;
  expect(await balanceOf(story)).toEqual(["500.00", "0.00", "0.00", "0.00", "500.00"]);
  await story.use("tokens", 300, "2026-01-01"); // 100 free, 200 × 1.00
  expect(await balanceOf(story)).toEqual(["500.00", "0.00", "200.00", "0.00", "300.00"]);

  const held = await hold(story, "job-1", 120);
  expect(held).toMatchObject({ allowed: true, reason: null, amount: "120.00", currency: "EUR", available: "180.00" });
  expect(await balanceOf(story)).toEqual(["500.00", "0.00", "200.00", "120.00", "180.00"]);
  expect(await hold(story, "job-1", 120)).toEqual(held);
  expect(await hold(story, "job-2", 181)).toMatchObject({
    allowed: false,
    reason: "insufficient_credit",
    holdId: null,
  });

  const body = {
    holdId: held.holdId,
    events: [{ uniqueId: "e-1", account: accountId, eventName: "tokens", properties: { quantity: 90 } }],
  };
  const settled = await api.post(`/accounts/${accountId}/credit/settle`, body);
  expect(settled).toMatchObject({ amount: "90.00", held: "120.00", overage: "0.00", available: "210.00", ingested: 1 });
  expect(await api.post(`/accounts/${accountId}/credit/settle`, body)).toMatchObject({ amount: "90.00", ingested: 0 });
  expect(await balanceOf(story)).toEqual(["500.00", "0.00", "290.00", "0.00", "210.00"]);

  await story.advanceTo("2026-02-03");
  // The invoice of January: 390 tokens, 290 × 1.00.
  expect(await balanceOf(story)).toEqual(["500.00", "290.00", "0.00", "0.00", "210.00"]);
});
