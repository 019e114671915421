import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-CREDIT-1: how available credit falls, and when it runs out.

interface BurnDown {
  readonly currency: string;
  readonly points: readonly { readonly at: string; readonly available: string }[];
  readonly usedPerDay: string;
  readonly forecast: readonly { readonly at: string; readonly available: string }[];
  readonly runsOutOn: string | null;
}

const burnDown = async ({ api, accountId }: Story) =>
  (await api.get<{ balances: readonly BurnDown[] }>(`/accounts/${accountId}/credit/burn-down`)).balances;

test("the burn-down has a point for each day, and the last one is what is available (R-CREDIT-1)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR", zone: "Europe/Berlin" });
  const { api, accountId } = story;
  const price = await story.usage("Tokens", { graduated: "0–10 @0, 11+ @1" });
  await story.subscribe({ prices: [price] });
  expect(await burnDown(story)).toEqual([]);
  await api.post(`/accounts/${accountId}/credit-grants`, { amount: "100.00" });
  await story.advanceTo("2026-01-02T12:00");
  expect(await burnDown(story)).toMatchObject([{ usedPerDay: "0.00", runsOutOn: null }]);
  await story.use("tokens", 20, "2026-01-02T12:00"); // 10 free
  await story.use("tokens", 15, "2026-01-03T09:00");
  await story.advanceTo("2026-01-06T06:00");
  const hold = { uniqueId: "job", events: [{ eventName: "tokens", properties: { quantity: 5 } }] };
  await api.post(`/accounts/${accountId}/credit/hold`, hold);
  const [shown] = await burnDown(story);
  const midnight = (day: number) => story.instant(`2026-01-0${day}`);
  expect(shown?.points.map(({ at, available }) => `${at} ${available}`)).toEqual([
    `${midnight(1)} 100.00`, // granted in this instant
    `${midnight(2)} 100.00`,
    `${midnight(3)} 90.00`,
    `${midnight(4)} 75.00`,
    `${midnight(5)} 75.00`,
    `${midnight(6)} 75.00`,
    `${story.instant("2026-01-06T06:00")} 70.00`,
  ]);
  // 25.00 in 5.25 days, and 70.00 ÷ 4.7619 = 14.7 days.
  expect(shown).toMatchObject({ currency: "EUR", usedPerDay: "4.76", runsOutOn: "2026-01-20" });

  expect(shown?.forecast[0]).toEqual({ at: midnight(7), available: "66.43" }); // 70.00 − 4.7619… × 0.75
  expect(shown?.forecast).toHaveLength(14);

  // The customer sees the same through the portal.
  const { token } = await api.post<{ token: string }>(`/accounts/${accountId}/portal-link`, {});
  const portal = await api.get<{ balances: object[]; burnDown: BurnDown[] }>(`/public/portal/${token}/credit`);
  expect(portal).toMatchObject({
    burnDown: [shown],
    balances: [{ running: "25.00", held: "5.00", available: "70.00" }],
  });
});

test("what was invoiced within the days counts evenly over its time, and fees on the day of their invoice (R-CREDIT-1)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const week = await story.usage("W", { unit: "1.00" }, { event: "w", every: "weekly" });
  const month = await story.usage("M", { unit: "1.00" }, { event: "m" });
  const { id } = await story.subscribe({ prices: [week, month] });
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "1000.00" });
  await story.use("w", 70, "2026-01-05T12:00");
  await story.advanceTo("2026-01-06T00:00");
  await story.change(id, { add: [{ priceId: await story.fixed("Fee", "260.00") }] }); // 26 of 31 days: 218.06
  await story.advanceTo("2026-01-09T00:00");
  const [shown] = await burnDown(story);
  expect(shown?.points.map(({ at, available }) => `${at.slice(8, 10)} ${available}`)).toEqual([
    "01 1000.00",
    "02 990.00", // 70.00 in seven days
    "03 980.00",
    "04 970.00",
    "05 960.00",
    "06 731.94", // less the fee
    "07 721.94",
    "08 711.94",
    "09 711.94",
    "09 711.94",
  ]);
  expect(shown?.usedPerDay).toBe("39.72"); // 990.00 − 711.94 in seven days
});
