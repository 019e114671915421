import { createApi, type Json, scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-UI-2, R-TIME-2: the portal shows the usage of the last twelve months, by month and by day, in the account's time zone.

interface History extends Json {
  readonly months: readonly string[];
  readonly metrics: readonly { metric: string; periods: readonly { from: string; to: string; quantity: string }[] }[];
}

test("usage by month and by day, of billed metrics only, in the account's time zone (R-UI-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.api.patch(`/accounts/${story.accountId}`, { timezone: "America/New_York" });
  const calls = await story.usage("Calls", { graduated: "0–1000 @0, 1001+ @0.02" });
  await story.usage("Other", { graduated: "0–1000 @0, 1001+ @0.02" }); // sold to others
  await story.subscribe({ prices: [calls] });
  await story.use("calls", 5, "2024-01-31T12:00:00Z");
  await story.use("calls", 7, "2024-02-01T03:00:00Z"); // 31 January, 22:00 in New York
  await story.use("calls", 30, "2024-02-10T12:00:00Z");
  await story.use("other", 9, "2024-02-10T12:00:00Z");
  await story.advanceTo("2024-02-15");
  const link = await story.api.post(`/accounts/${story.accountId}/portal-link`);
  const anybody = createApi(story.environment.url, "");
  const path = `/public/portal/${String(link["token"])}/usage`;

  const year = await anybody.get<History>(path);
  expect(year).toMatchObject({
    timezone: "America/New_York",
    unit: "month",
    from: "2023-03-01T05:00:00.000Z",
    to: "2024-03-01T05:00:00.000Z",
    metrics: [{ metric: "Calls", quantity: "42" }], // 5 + 7 + 30
  });
  expect(year.months).toHaveLength(12);
  expect(year.months.slice(0, 2)).toEqual(["2024-02", "2024-01"]);
  expect(year.metrics).toHaveLength(1);
  expect(year.metrics[0]?.periods.map(({ quantity }) => quantity)).toEqual([
    ...Array<string>(10).fill("0"),
    "12",
    "30",
  ]);

  const days = await anybody.get<History>(`${path}?month=2024-01`);
  expect(days).toMatchObject({ unit: "day", metrics: [{ quantity: "12" }] });
  expect(days.metrics[0]?.periods).toHaveLength(31);
  expect(days.metrics[0]?.periods.at(-1)).toEqual({
    from: "2024-01-31T05:00:00.000Z",
    to: "2024-02-01T05:00:00.000Z",
    quantity: "12",
  });

  for (const month of ["2023-02", "2024-03", "2024-13", "February"]) {
    expect(await anybody.request("GET", `${path}?month=${month}`)).toMatchObject({ status: 400 });
  }
  expect(await anybody.request("GET", path.replace("/usage", "x/usage"))).toMatchObject({ status: 404 });
});

test("an account without usage prices has no history (R-UI-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const calls = await story.usage("Calls", { graduated: "0–1000 @0, 1001+ @0.02" });
  await story.subscribe({ prices: [await story.fixed("Base", "49.00")] });
  expect(calls).toBeDefined();
  const link = await story.api.post(`/accounts/${story.accountId}/portal-link`);
  const answer = await createApi(story.environment.url, "").get(`/public/portal/${String(link["token"])}/usage`);
  expect(answer).toMatchObject({ unit: "month", metrics: [] });
});
