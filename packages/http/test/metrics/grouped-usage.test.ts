import { type Api, environment, type Json } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { faultsOf } from "../support/faults.ts";

let api: Api;
let metricId: string;
let accountId: string;

beforeAll(async () => {
  ({ api } = await (await environment()).createOrganization());
  accountId = (await api.post("/accounts", { name: "Acme", aliases: ["crm-1"] })).id;
  const metric = { name: "Bytes", eventName: "upload", aggregation: { method: "sum", field: "bytes" } };
  metricId = (await api.post("/metrics", metric)).id;
  const events = [
    { bytes: 100, region: "eu", size: "l" },
    { bytes: "0.5", region: "eu", size: "s" },
    { bytes: 40, region: "us", size: "l" },
    { bytes: 2, size: true },
    { bytes: "many", region: "mars" },
  ];
  await api.post(
    "/events",
    events.map((properties, index) => ({
      uniqueId: `upload-${index}`,
      account: "crm-1",
      eventName: "upload",
      timestamp: "2024-01-05T10:00:00Z",
      properties,
    })),
  );
});

const range = "account=crm-1&from=2024-01-01&to=2024-02-01";
const usage = (groupBy: string): Promise<Json> => api.get(`/metrics/${metricId}/usage?${range}${groupBy}`);

test("groupBy splits the usage, and without it the response has no groups (R-EVT-7, R-MET-2)", async () => {
  const whole = {
    metricId,
    accountId,
    from: "2024-01-01T00:00:00.000Z",
    to: "2024-02-01T00:00:00.000Z",
    quantity: "142.5",
    eventCount: 4,
  };
  expect(await usage("")).toEqual(whole);
  expect(await usage("&groupBy=region")).toEqual({
    ...whole,
    groups: [
      { values: { region: "eu" }, quantity: "100.5", eventCount: 2 },
      { values: { region: "us" }, quantity: "40", eventCount: 1 },
      { values: {}, quantity: "2", eventCount: 1 },
    ],
  });
  expect(await usage("&groupBy=nothing")).toEqual({
    ...whole,
    groups: [{ values: {}, quantity: "142.5", eventCount: 4 }],
  });
  expect(
    await api.get(`/metrics/${metricId}/usage?account=crm-1&from=2023-01-01&to=2023-02-01&groupBy=region`),
  ).toEqual({
    ...whole,
    from: "2023-01-01T00:00:00.000Z",
    to: "2023-02-01T00:00:00.000Z",
    quantity: "0",
    eventCount: 0,
    groups: [],
  });
});

test("accepts several names separated by commas or repeated", async () => {
  const groups = [
    { values: { region: "eu", size: "l" }, quantity: "100", eventCount: 1 },
    { values: { region: "eu", size: "s" }, quantity: "0.5", eventCount: 1 },
    { values: { region: "us", size: "l" }, quantity: "40", eventCount: 1 },
    { values: { size: "true" }, quantity: "2", eventCount: 1 },
  ];
  for (const spelling of ["&groupBy=region,size", "&groupBy=region,%20size", "&groupBy=region&groupBy=size"]) {
    expect(await usage(spelling)).toMatchObject({ groups });
  }
});

test("refuses wrong names by their position (R-API-4)", async () => {
  const faults = async (groupBy: string) => {
    const answer = await api.request("GET", `/metrics/${metricId}/usage?${range}&groupBy=${groupBy}`);
    return [answer.status, answer.body["code"], faultsOf(answer)];
  };
  const refused = (members: object) => [400, "invalid_parameter", members];
  expect(await faults("")).toEqual(refused({ "/groupBy/0": "empty" }));
  expect(await faults("region,region")).toEqual(refused({ "/groupBy/1": "duplicate" }));
  expect(await faults("a,b,c,d,e,f,g,h,i,j,k")).toEqual(refused({ "/groupBy": "too_many" }));
  expect(await faults("x".repeat(256))).toEqual(refused({ "/groupBy/0": "too_long" }));
});

test("refuses a property that splits the usage into more than 10,000 groups, by metric and account", async () => {
  const made = await api.post("/accounts", { name: "Fine", aliases: ["fine"] });
  const event = (number: number) => ({
    uniqueId: `fine-${number}`,
    account: "fine",
    eventName: "upload",
    timestamp: "2024-01-05T10:00:00Z",
    properties: { bytes: 1, request: number },
  });
  await api.post(
    "/events",
    Array.from({ length: 10_000 }, (_, number) => event(number)),
  );
  const path = `/metrics/${metricId}/usage?account=fine&from=2024-01-01&to=2024-02-01&groupBy=request`;
  expect((await api.get<{ groups: object[] }>(path)).groups).toHaveLength(10_000);
  await api.post("/events", event(10_000));
  const refused = await api.request("GET", path);
  expect([refused.status, faultsOf(refused)]).toEqual([400, { "/groupBy": "too_many_groups" }]);
  expect(refused.body["detail"]).toBe(
    `The usage of the metric ${metricId} by the account ${made.id} has more than 10000 combinations of request in this period. Ask for a shorter period or fewer properties.`,
  );
});
