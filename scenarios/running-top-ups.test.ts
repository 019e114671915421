import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-CREDIT-1, R-INV-8: prepaid money is topped up when running usage and holds leave too little, not only at invoicing.

const available = async ({ api, accountId }: Story) =>
  (await api.get<{ balances: { available: string }[] }>(`/accounts/${accountId}/credit`)).balances[0]?.available;

async function prepaid(): Promise<Story> {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const price = await story.usage("Tokens", { unit: "1" });
  await story.subscribe({ prices: [price] });
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "100.00" });
  await story.api.patch(`/accounts/${story.accountId}/credit-settings`, {
    topUp: { threshold: "20.00", amount: "50.00", grantsOn: "issue" },
  });
  await story.advanceTo("2026-01-02");
  return story;
}

test("usage that leaves too little tops up within the period (R-CREDIT-1, R-INV-8)", async () => {
  const story = await prepaid();
  await story.use("tokens", 79, "2026-01-02");
  await story.advanceTo("2026-01-03");
  expect([await available(story), (await story.invoices()).length]).toEqual(["21.00", 0]);
  await story.use("tokens", 1, "2026-01-03");
  await story.advanceTo("2026-01-04");
  expect(await available(story)).toBe("70.00"); // 100 − 80 + 50
  // And again when it is low again: 150 − 145 + 50.
  await story.use("tokens", 65, "2026-01-04");
  await story.advanceTo("2026-01-05");
  const topped = await story.invoices();
  expect([await available(story), topped.map(({ total }) => total)]).toEqual(["55.00", ["50.00", "50.00"]]);
  // February's invoice draws what was shown: 145.00 of 200.00.
  await story.advanceTo("2026-02-03");
  expect(await available(story)).toBe("55.00");
  expect((await story.invoices()).at(-1)).toMatchObject({ total: "145.00", creditsApplied: "145.00" });
});

test("holds that leave too little top up, too (R-CREDIT-1, R-INV-8)", async () => {
  const story = await prepaid();
  const held = await story.api.post<{ allowed: boolean }>(`/accounts/${story.accountId}/credit/hold`, {
    uniqueId: "job",
    expiresInSeconds: 604_800,
    events: [{ eventName: "tokens", properties: { quantity: 90 } }],
  });
  expect([held.allowed, await available(story)]).toEqual([true, "10.00"]);
  await story.advanceTo("2026-01-03");
  expect(await available(story)).toBe("60.00");
});
