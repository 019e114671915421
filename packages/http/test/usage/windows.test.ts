import { environment } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

interface Windows {
  quantity: string;
  windows: { from: string; to: string; quantity: string; eventCount: number }[];
}

async function openShop(hours: readonly string[]) {
  const { api } = await (await environment()).createOrganization();
  const { id: accountId } = await api.post("/accounts", {
    name: "Acme",
    aliases: ["crm-1"],
    timezone: "Europe/Berlin",
  });
  const metric = await api.post("/metrics", {
    name: "Calls",
    eventName: "call",
    aggregation: { method: "sum", field: "n" },
  });
  await api.post("/metrics", { name: "Users", eventName: "call", aggregation: { method: "count_unique", field: "n" } });
  const events = hours.map((timestamp, index) => ({
    uniqueId: `event-${index}`,
    account: "crm-1",
    eventName: "call",
    timestamp,
    properties: { n: 10 ** index },
  }));
  await api.post("/events", { events });
  const usage = (query: string) => api.get<Windows>(`/metrics/${metric.id}/usage?account=crm-1&${query}`);
  return { api, accountId, metricId: metric.id, usage };
}

const lines = ({ windows }: Windows) => windows.map(({ from, to, quantity }) => `${from} ${to} ${quantity}`);

test("days are in the account's zone, and a day of 23 hours is one day (R-EVT-7, R-TIME-2)", async () => {
  // On 31 March 2024, clocks in Berlin went from 2:00 to 3:00.
  const { usage } = await openShop([
    "2024-03-30T22:59:59.999Z",
    "2024-03-30T23:00:00Z",
    "2024-03-31T21:59:59Z",
    "2024-03-31T22:00:00Z",
  ]);
  const days = await usage("from=2024-03-30&to=2024-04-02&window=day");
  expect(lines(days)).toEqual([
    "2024-03-29T23:00:00.000Z 2024-03-30T23:00:00.000Z 1",
    "2024-03-30T23:00:00.000Z 2024-03-31T22:00:00.000Z 110", // 23 hours
    "2024-03-31T22:00:00.000Z 2024-04-01T22:00:00.000Z 1000",
  ]);
  expect(days.quantity).toBe("1111");
  expect((await usage("from=2024-03-31&to=2024-04-01&window=hour")).windows).toHaveLength(23);
});

test("months of another zone than the account's, with the first and last cut short (R-EVT-7)", async () => {
  const { usage } = await openShop(["2024-01-31T18:29:00Z", "2024-01-31T18:30:00Z", "2024-02-29T18:30:00Z"]);
  // A month in India begins at 18:30 UTC of the day before.
  const months = await usage("from=2024-01-15T00:00:00Z&to=2024-03-10T00:00:00Z&window=month&timezone=Asia/Kolkata");
  expect(lines(months)).toEqual([
    "2024-01-15T00:00:00.000Z 2024-01-31T18:30:00.000Z 1",
    "2024-01-31T18:30:00.000Z 2024-02-29T18:30:00.000Z 10",
    "2024-02-29T18:30:00.000Z 2024-03-10T00:00:00.000Z 100",
  ]);
});

test("an account's usage covers every metric, also in windows, and more than 800 windows are refused by name (R-EVT-7)", async () => {
  const { api, accountId, metricId } = await openShop(["2024-01-01T00:00:00Z", "2024-01-02T00:00:00Z"]);
  const range = "from=2024-01-01&to=2024-01-03&timezone=UTC";
  expect(await api.get(`/accounts/${accountId}/usage?${range}&window=day`)).toEqual({
    accountId,
    from: "2024-01-01T00:00:00.000Z",
    to: "2024-01-03T00:00:00.000Z",
    metrics: [
      expect.objectContaining({ metricId, name: "Calls", eventName: "call", quantity: "11", eventCount: 2 }),
      expect.objectContaining({
        name: "Users",
        quantity: "2",
        windows: [expect.objectContaining({ quantity: "1" }), expect.anything()],
      }),
    ],
  });
  const tooMany = await api.request("GET", `/accounts/${accountId}/usage?from=2024-01-01&to=2025-01-01&window=hour`);
  expect(tooMany).toMatchObject({ status: 400, body: { errors: [{ pointer: "/window", code: "too_many_windows" }] } });
  expect((await api.request("GET", "/accounts/unknown/usage")).status).toBe(404);
});

test("refuses windows that are few for one metric but too many for all, with both numbers (R-EVT-7)", async () => {
  const { api, accountId, usage } = await openShop([]);
  for (let index = 0; index < 25; index += 1) {
    await api.post("/metrics", { name: `Calls ${index}`, eventName: "call", aggregation: { method: "count" } });
  }
  const month = "from=2024-01-01&to=2024-02-01&timezone=UTC&window=hour";
  expect((await usage(month)).windows).toHaveLength(744);
  const tooMany = await api.request("GET", `/accounts/${accountId}/usage?${month}`);
  expect(tooMany).toMatchObject({ status: 400, body: { errors: [{ pointer: "/window", code: "too_many_windows" }] } });
  expect(tooMany.body["detail"]).toMatch(/^27 metrics with 744 windows each exceed the maximum of 20000 windows\./);
});
