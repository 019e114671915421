import type { Metric } from "@counterfoil/sdk";
import { expect, test } from "vitest";
import { bodyOf, propertiesOf, propertyValue } from "../../src/pages/usage/send/event-draft.ts";

test.each([
  ["12", 12],
  ["-1.5", -1.5],
  ["true", true],
  ["007", "007"],
  ["1e5", "1e5"],
  ["0.1234567890123456789", "0.1234567890123456789"],
  ["1.50", "1.50"],
])("%s is sent as %j, with all its digits", (text, value) => {
  expect(propertyValue(text)).toBe(value);
});

test("names each property that an active metric of the event reads once", () => {
  const metric = { eventName: "call", archivedAt: null, filters: [], groupBy: [] };
  const metrics = [
    { ...metric, aggregation: { method: "sum", field: "tokens" }, groupBy: ["region", "tokens"] },
    {
      ...metric,
      aggregation: { method: "count", field: null },
      filters: [{ operator: "and", filters: [{ field: "model", operator: "equals", value: "a" }] }],
    },
    { ...metric, eventName: "other", aggregation: { method: "sum", field: "bytes" } },
    { ...metric, archivedAt: "2026-01-01T00:00:00Z", aggregation: { method: "sum", field: "old" } },
  ] as unknown as readonly Metric[];
  expect(propertiesOf(metrics, "call")).toEqual(["tokens", "region", "model"]);
});

test("a named property wins over the same one in the JSON, and empty ones are not sent", () => {
  const draft = {
    account: "acme",
    eventName: "call",
    uniqueId: "e1",
    timestamp: "2026-01-01T00:00:00Z",
    values: { tokens: "5", region: " " },
    others: '{"tokens": 4, "plan": "pro"}',
  };
  expect(bodyOf(draft)).toMatchObject({ body: { properties: { tokens: 5, plan: "pro" } } });
  expect(bodyOf({ ...draft, others: "[1]" })).toEqual({ notJson: expect.stringContaining("JSON object") });
});
