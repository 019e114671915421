import { type Environment, type Json, startEnvironment, type TestOrganization } from "@counterfoil/testkit/scenario";
import { tellRejections } from "@counterfoil/service";
import { afterAll, beforeAll, expect, test } from "vitest";

// Values that a metric needs and cannot read (R-EVT-5), on a clock that the tests move: no worker runs.

let now = "2026-03-01T10:15:20.000Z";
let platform: Environment;

beforeAll(async () => {
  platform = await startEnvironment({ now: () => now }, { isIdle: true });
});
afterAll(() => platform.stop());

interface Unmatched {
  items: { reason: string; name: string; count: number; metricId: string; property: string; value: string | null }[];
  eventCount: number;
}

async function openShop(): Promise<TestOrganization> {
  const shop = await platform.createOrganization();
  await shop.api.post("/accounts", { name: "Acme", aliases: ["crm-1"] });
  return shop;
}

const metric = async ({ api }: TestOrganization, method: string, field?: string, members: object = {}) =>
  (await api.post("/metrics", { name: method, eventName: "call", aggregation: { method, field }, ...members })).id;

const call = (uniqueId: string, properties: object, members: object = {}) => ({
  uniqueId,
  account: "crm-1",
  eventName: "call",
  timestamp: "2026-03-01T08:00:00Z",
  properties,
  ...members,
});

const unmatched = ({ api }: TestOrganization) => api.get<Unmatched>("/events/unmatched");

/** `reason property value count`, by reason. */
async function listed(shop: TestOrganization): Promise<string[]> {
  const { items } = await unmatched(shop);
  return items.map(({ reason, property, value, count }) => `${reason} ${property} ${value} ${count}`).toSorted();
}

const usage = async ({ api }: TestOrganization, metricId: string) => {
  const { quantity, eventCount } = await api.get(
    `/metrics/${metricId}/usage?account=crm-1&from=2026-03-01&to=2026-04-01`,
  );
  return `${quantity} of ${eventCount}`;
};

async function told(shop: TestOrganization): Promise<Json[]> {
  const actor = { type: "system", id: "worker" } as const;
  await tellRejections({ ...platform.ports, organizationId: shop.id, actor, requestId: null });
  const filters = JSON.stringify([{ field: "type", operator: "eq", value: "event.rejected" }]);
  const { items } = await shop.api.get<{ items: Json[] }>(`/notifications?filters=${encodeURIComponent(filters)}`);
  return items.map((one) => one["data"] as Json);
}

test(
  'ingests "12,5", true and a misspelled property of a sum, lists them with the reason, and reports them once a ' +
    "minute (R-EVT-5)",
  async () => {
    now = "2026-03-01T10:15:20.000Z";
    const shop = await openShop();
    const metricId = await metric(shop, "sum", "bytes");
    const answer = await shop.api.post<{ ingested: string[] }>("/events", [
      call("good", { bytes: 7 }),
      call("comma", { bytes: "12,5" }),
      call("flag", { bytes: true }),
      call("empty", { bytes: "" }),
      call("misspelt", { byte: 12.5 }),
    ]);
    expect(answer).toMatchObject({ ingested: ["good", "comma", "flag", "empty", "misspelt"], failed: [], errors: [] });
    expect(await usage(shop, metricId)).toBe("7 of 1");

    const { items, eventCount } = await unmatched(shop);
    expect(eventCount).toBe(4);
    const times = { firstReceivedAt: now, lastReceivedAt: now };
    expect(items).toEqual([
      {
        reason: "value_not_numeric",
        name: "call",
        count: 3,
        metricId,
        property: "bytes",
        value: expect.any(String),
        ...times,
      },
      { reason: "value_missing", name: "call", count: 1, metricId, property: "bytes", value: null, ...times },
    ]);
    expect(['"12,5"', "true", '""']).toContain(items[0]?.value);

    now = "2026-03-01T10:16:00.000Z";
    const [notification, ...others] = await told(shop);
    expect(others).toEqual([]);
    expect(notification).toMatchObject({ from: "2026-03-01T10:15:00.000Z", rejected: 4 });
    const reasons = notification?.["reasons"] as { code: string; rejected: number; samples: Json[] }[];
    expect(reasons.map(({ code, rejected }) => `${code} ${rejected}`)).toEqual([
      "value_missing 1",
      "value_not_numeric 3",
    ]);
    expect(reasons[0]?.samples).toEqual([
      {
        uniqueId: "misspelt",
        detail: `The metric ${metricId} needs the property "bytes", which the event does not have.`,
      },
    ]);
    expect(reasons[1]?.samples[0]).toEqual({
      uniqueId: "comma",
      detail: `The metric ${metricId} cannot count the property "bytes": "12,5" is not a decimal such as 12.5.`,
    });
    // The same events again are duplicates, so nothing new is reported.
    await shop.api.post("/events", [call("comma", { bytes: "12,5" })]);
    now = "2026-03-01T10:18:00.000Z";
    expect(await told(shop)).toHaveLength(1);
  },
);

test(
  "removes a listed event when it is amended to a readable value or voided, or when the metric reads another " +
    "property",
  async () => {
    now = "2026-03-01T11:00:00.000Z";
    const shop = await openShop();
    const metricId = await metric(shop, "sum", "bytes");
    await shop.api.post("/events", [
      call("a", { bytes: "12,5" }),
      call("b", { bytes: "12,5" }),
      call("c", { octets: 4 }),
      call("d", { octets: 5 }),
    ]);
    expect(await listed(shop)).toEqual(["value_missing bytes null 2", 'value_not_numeric bytes "12,5" 2']);
    await shop.api.post("/events/a/amend", { properties: { bytes: "12.5" } });
    await shop.api.post("/events/b/void", {});
    expect(await usage(shop, metricId)).toBe("12.5 of 1");
    expect(await listed(shop)).toEqual(["value_missing bytes null 2"]);
    // An amendment to an unreadable value is listed as well.
    await shop.api.post("/events/d/amend", { properties: { bytes: false } });
    expect(await listed(shop)).toEqual(["value_missing bytes null 1", "value_not_numeric bytes false 1"]);
    // The metric now reads what the events have: they count from now on, and the event without the property is listed.
    await shop.api.patch(`/metrics/${metricId}`, { aggregation: { method: "sum", field: "octets" } });
    expect(await usage(shop, metricId)).toBe("4 of 1");
    expect(await listed(shop)).toEqual(["value_missing octets null 2"]);
  },
);

test(
  "every method that needs a value lists what it cannot read, but only events that pass its filters (R-MET-1, " +
    "R-MET-2)",
  async () => {
    now = "2026-03-01T12:00:00.000Z";
    for (const method of ["sum", "average", "min", "max", "latest", "weighted_sum", "percentile", "count_unique"]) {
      const shop = await openShop();
      const filters = [{ operator: "and", filters: [{ field: "region", operator: "equal", value: "eu" }] }];
      const aggregation = { method, field: "n", ...(method === "percentile" && { percentile: 95 }) };
      await shop.api.post("/metrics", { name: method, eventName: "call", filters, aggregation });
      await shop.api.post("/events", [
        call("good", { n: "2.5", region: "eu" }),
        call("text", { n: "many", region: "eu" }),
        call("missing", { region: "eu" }),
        call("elsewhere", { n: "many", region: "us" }),
      ]);
      // Unique values are counted for values of any type.
      const unique = method === "count_unique" ? [] : ['value_not_numeric n "many" 1'];
      expect(await listed(shop), method).toEqual(["value_missing n null 1", ...unique]);
    }
  },
);

test("a missing property is not a fault if another metric counts the event; an unreadable value always is", async () => {
  now = "2026-03-01T13:00:30.000Z";
  const shop = await openShop();
  await metric(shop, "sum", "inputTokens");
  await metric(shop, "sum", "outputTokens");
  await shop.api.post("/events", [
    call("in", { inputTokens: 10 }),
    call("out", { outputTokens: 20 }),
    call("mixed", { inputTokens: 5, outputTokens: "n/a" }),
    call("neither", { tokens: 5 }),
  ]);
  // "neither" is listed for both metrics but is one event.
  expect(await listed(shop)).toEqual([
    "value_missing inputTokens null 1",
    "value_missing outputTokens null 1",
    'value_not_numeric outputTokens "n/a" 1',
  ]);
  expect((await unmatched(shop)).eventCount).toBe(2);
  now = "2026-03-01T13:01:00.000Z";
  expect(await told(shop)).toMatchObject([{ rejected: 2 }]);
});

test("lists an event that waits for its account by its value as soon as the account exists", async () => {
  now = "2026-03-01T14:00:00.000Z";
  const shop = await openShop();
  await metric(shop, "sum", "bytes");
  await shop.api.post("/events", [call("early", { bytes: "1,5" }, { account: "crm-9" })]);
  expect(await unmatched(shop)).toMatchObject({ items: [{ reason: "unknown_account", name: "crm-9" }], eventCount: 1 });
  await shop.api.post("/accounts", { name: "Late", aliases: ["crm-9"] });
  expect(await listed(shop)).toEqual(['value_not_numeric bytes "1,5" 1']);
});

test("refuses only the number that is out of bounds, by name, and keeps it as text if no metric reads it", async () => {
  now = "2026-03-01T15:00:00.000Z";
  const shop = await openShop();
  const metricId = await metric(shop, "sum", "n");
  const text = (id: string, n: string, name = "n") =>
    JSON.stringify(call(id, {})).replace('"properties":{}', `"properties":{"${name}":${n}}`);
  const largest = `${"9".repeat(30)}.${"9".repeat(40)}`;
  const refused = [
    "1e1001",
    "1e-1000",
    "1e30",
    "1e-41",
    "9".repeat(31),
    '"1e1001"',
    '"1e-1000"',
    `"${"9".repeat(999)}"`,
  ];
  const body = [
    ...refused.map((n, index) => text(`bad-${index}`, n)),
    text("good", largest),
    text("least", `"-${largest}"`),
  ];
  const { body: answer } = await shop.api.request<{ ingested: string[]; errors: Json[] }>("POST", "/events", {
    body: `[${body.join()}]`,
    headers: { "Content-Type": "application/json" },
  });
  expect(answer.ingested).toEqual(["good", "least"]);
  expect(answer.errors.map(({ code }) => code)).toEqual(refused.map(() => "number_out_of_range"));
  expect(answer.errors[5]?.["detail"]).toBe(
    'The property "n" is 1e1001, but a number must have at most 30 digits before the point and 40 after it.',
  );
  expect(await usage(shop, metricId)).toBe("0 of 2");
  // An identifier that looks like a number is ordinary text until a metric reads it.
  await shop.api.post("/events", [call("id", { n: 1, trace: "12e45678", order: "9".repeat(44) })]);
  expect(await usage(shop, metricId)).toBe("1 of 3");
  expect(await listed(shop)).toEqual([]);
  await metric(shop, "max", "order");
  expect(await listed(shop)).toContainEqual(`value_out_of_range order "${"9".repeat(44)}" 1`);
  const amended = await shop.api.request("POST", "/events/id/amend", {
    body: JSON.stringify({ properties: { n: 2, order: "1e1001" } }),
    headers: { "Content-Type": "application/json" },
  });
  expect(amended).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: "/properties", code: "number_out_of_range" }] },
  });
});

test("the mean on the usage page covers the events that count: (10 + 20) ÷ 2", async () => {
  now = "2026-03-01T16:00:00.000Z";
  const shop = await openShop();
  const metricId = await metric(shop, "average", "n");
  await shop.api.post("/events", [call("a", { n: 10 }), call("b", { n: 20 }), call("c", { n: "n/a" })]);
  const { items } = await shop.api.get<{ items: Json[] }>("/insights/usage?from=2026-03-01&to=2026-03-31");
  expect(items).toMatchObject([{ metricId, quantity: "15", eventCount: 2 }]);
});
