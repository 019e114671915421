import { environment, type TestOrganization } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { faultsOf } from "../support/faults.ts";
import { sell } from "../support/sell.ts";

let organization: TestOrganization;
beforeAll(async () => {
  organization = await (await environment()).createOrganization();
});

const calls = { name: "API calls", eventName: "api_call", aggregation: { method: "sum", field: "calls" } };

test("a metric has the format of the described service, including organizationID (R-API-1)", async () => {
  const filters = [{ operator: "and", filters: [{ field: "region", operator: "equal", value: "eu" }] }];
  const created = await organization.api.post("/metrics", { ...calls, filters });
  expect(created).toEqual({
    id: expect.stringMatching(/^metric_/),
    name: "API calls",
    description: null,
    eventName: "api_call",
    filters,
    aggregation: { method: "sum", field: "calls" },
    groupBy: [],
    archivedAt: null,
    createdAt: expect.any(String),
    updatedAt: created["createdAt"],
    organizationID: organization.id,
  });
  expect(await organization.api.get(`/metrics/${created.id}`)).toEqual(created);
});

test("a count has no field and no filters unless they are sent (R-MET-1)", async () => {
  const created = await organization.api.post("/metrics", { ...calls, aggregation: { method: "count" } });
  expect(created).toMatchObject({ aggregation: { method: "count", field: null }, filters: [] });
});

test("filterGroups is an alternative name of filters, and sending both is an error (R-MET-2)", async () => {
  const groups = [
    {
      operator: "or",
      filters: [
        { field: "region", operator: "in", value: ["eu", "us"] },
        { field: "size", operator: "greater_than", value: 1000 },
        { field: "beta", operator: "exists", value: false },
      ],
    },
  ];
  const created = await organization.api.post("/metrics", { ...calls, filterGroups: groups });
  expect(created).toMatchObject({ filters: groups });
  expect(created).not.toHaveProperty("filterGroups");
  const both = await organization.api.request("POST", "/metrics", {
    body: { ...calls, filters: groups, filterGroups: groups },
  });
  expect(faultsOf(both)).toEqual({ "/filterGroups": "duplicate" });
});

test("groupBy names the properties that split the usage (R-MET-2)", async () => {
  const created = await organization.api.post("/metrics", { ...calls, groupBy: ["region", "size"] });
  const path = `/metrics/${created.id}`;
  expect(await organization.api.get(path)).toMatchObject({ groupBy: ["region", "size"] });
  expect(await organization.api.patch(path, { name: "Calls" })).toMatchObject({ groupBy: ["region", "size"] });
  expect(await organization.api.patch(path, { groupBy: ["size"] })).toMatchObject({ groupBy: ["size"] });
  expect(await organization.api.patch(path, { groupBy: null })).toMatchObject({ groupBy: [] });
  const eleven = Array.from({ length: 11 }, (_, position) => `p${position}`);
  const long = "x".repeat(256);
  for (const [groupBy, faults] of [
    [eleven, { "/groupBy": "too_many" }],
    [["a", "a", "", long], { "/groupBy/1": "duplicate", "/groupBy/2": "empty", "/groupBy/3": "too_long" }],
    ["region", { "/groupBy": "invalid_type" }],
  ] as const) {
    const answer = await organization.api.request("POST", "/metrics", { body: { ...calls, groupBy } });
    expect([answer.status, faultsOf(answer)]).toEqual([422, faults]);
  }
});

test("names every wrong field of a definition at once (R-API-4)", async () => {
  const answer = await organization.api.request("POST", "/metrics", {
    body: {
      name: "Wrong",
      eventName: "api_call",
      aggregation: { method: "count", field: "calls", percentile: 5, more: true },
      filters: [
        {
          operator: "xor",
          filters: [
            { field: "", operator: "equals", value: 1 },
            { field: "a", operator: "in", value: [] },
          ],
        },
      ],
    },
  });
  expect(answer.status).toBe(422);
  expect(faultsOf(answer)).toEqual({
    "/aggregation/more": "unknown_member",
    "/aggregation/percentile": "invalid_value",
    "/aggregation/field": "invalid_value",
    "/filters/0/operator": "invalid_value",
    "/filters/0/filters/0/field": "empty",
    "/filters/0/filters/0/operator": "invalid_value",
    "/filters/0/filters/1/value": "empty",
  });
});

test("refuses a number that JSON can express but that is out of bounds", async () => {
  const body = JSON.stringify({
    ...calls,
    filters: [{ operator: "and", filters: [{ field: "n", operator: "equal", value: 0 }] }],
  });
  const headers = { "Content-Type": "application/json" };
  const answer = await organization.api.request("POST", "/metrics", { body: body.replace(":0}", ":1e400}"), headers });
  expect(faultsOf(answer)).toEqual({ "/filters/0/filters/0/value": "invalid_decimal" });
});

test("names missing and unknown fields (R-API-4)", async () => {
  const answer = await organization.api.request("POST", "/metrics", { body: { groups: ["region"], eventName: 5 } });
  expect(faultsOf(answer)).toEqual({
    "/name": "required",
    "/aggregation": "required",
    "/groups": "unknown_member",
    "/eventName": "wrong_type",
  });
});

test("merges a change: omitted fields stay, null clears, filters are replaced (R-API-6)", async () => {
  const filters = [{ operator: "and", filters: [{ field: "region", operator: "equal", value: "eu" }] }];
  const created = await organization.api.post("/metrics", { ...calls, description: "All calls", filters });
  const changed = await organization.api.patch(`/metrics/${created.id}`, { description: null, filters: [] });
  expect(changed).toEqual({ ...created, description: null, filters: [], updatedAt: changed["updatedAt"] });
});

test("what a metric measures is fixed once a published version bills by it, but its name is not", async () => {
  const filters = [{ operator: "and", filters: [{ field: "region", operator: "equal", value: "eu" }] }];
  const metric = await organization.api.post("/metrics", { ...calls, filters });
  const product = await organization.api.post("/products", { name: "API", feeType: "metered", metricIds: [metric.id] });
  const unitPricingModel = { pricePerUnit: { value: "0.02" } };
  const price = await organization.api.post("/prices", { productId: product.id, unitPricingModel });
  const path = `/metrics/${metric.id}`;
  await organization.api.patch(path, { aggregation: { method: "max", field: "calls" } });
  await sell(organization.api, price.id);
  for (const change of [
    { eventName: "other" },
    { aggregation: { method: "count" } },
    { filters: [] },
    { groupBy: ["region"] },
  ]) {
    const answer = await organization.api.request("PATCH", path, { body: change });
    expect([answer.status, answer.body["code"]]).toEqual([409, "state_conflict"]);
  }
  const renamed = await organization.api.patch(path, { name: "Calls", eventName: calls.eventName, filters });
  expect(renamed).toMatchObject({ name: "Calls", aggregation: { method: "max", field: "calls" } });
});
