import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import type { LoadedContract } from "../../../src/contracts/index.ts";
import { DomainError } from "../../../src/errors/index.ts";
import { checkEstimates, type SentEstimate } from "../../../src/flows/hold/expected-events.ts";

/** Contracts of one account are read with the prices of all of them. */
const prices = new Map<string, object>();

const NOW = "2026-02-01T00:00:00.000Z";

function contract(
  currency: string,
  eventName: string,
  aggregation: object,
  { filters = [], startsOn = "2026-01-01", endsOn }: { filters?: object[]; startsOn?: string; endsOn?: string } = {},
): LoadedContract {
  const id = `price of ${eventName} in ${currency}`;
  const metric = { id: `metric of ${id}`, eventName, filters, aggregation, groupBy: [] };
  prices.set(id, { metrics: [metric] });
  const first = Temporal.PlainDate.from(startsOn);
  const version = { id: "v1", startsOn: first, endsOn: null, proration: "prorate", isAfterBilling: false };
  const sold = {
    currency,
    timeZone: "UTC",
    startsOn: first,
    endsOn: endsOn === undefined ? null : Temporal.PlainDate.from(endsOn),
    versions: [{ ...version, prices: [{ id }] }],
    pauses: [],
  };
  return { contract: sold, prices } as unknown as LoadedContract;
}

const sold = [
  contract("EUR", "tokens", { method: "sum", field: "count" }),
  contract("EUR", "calls", { method: "count" }),
  contract("EUR", "users", { method: "count_unique", field: "user" }),
  contract("USD", "images", { method: "max", field: "size" }),
  contract(
    "EUR",
    "pages",
    { method: "count" },
    { filters: [{ operator: "and", filters: [{ field: "color", operator: "equal", value: "true" }] }] },
  ),
  contract("USD", "calls", { method: "count" }, { startsOn: "2026-02-02" }),
  contract("GBP", "calls", { method: "count" }, { endsOn: "2026-02-01" }),
];

function faultsOf(events: readonly SentEstimate[], currency?: string): string[] {
  try {
    checkEstimates(events, { contracts: sold, now: NOW }, currency);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.faults.map(({ pointer, code }) => `${pointer} ${code}`);
  }
}

test("events that prices of one currency count can be held (R-CREDIT-1)", () => {
  const events = [
    { eventName: "tokens", properties: { count: "12.5" } },
    { eventName: "calls" },
    { eventName: "users", properties: { user: "-1" } },
  ];
  expect(checkEstimates(events, { contracts: sold, now: NOW }, "EUR")).toEqual({
    currency: "EUR",
    events: [
      { eventName: "tokens", properties: { count: "12.5" } },
      { eventName: "calls", properties: {} },
      { eventName: "users", properties: { user: "-1" } },
    ],
  });
});

test("what cannot be held is named with its place (R-CREDIT-1)", () => {
  expect(faultsOf([{ eventName: "calls" }, { eventName: "nothing" }])).toEqual(["/events/1/eventName not_priced"]);
  expect(faultsOf([{ eventName: "pages", properties: { color: "true" } }])).toEqual([]);
  expect(faultsOf([{ eventName: "pages" }])).toEqual(["/events/0/eventName not_priced"]);
  expect(faultsOf([{ eventName: "tokens" }])).toEqual(["/events/0/properties value_missing"]);
  expect(faultsOf([{ eventName: "tokens", properties: { count: "x" } }])).toEqual([
    "/events/0/properties value_not_numeric",
  ]);
  expect(faultsOf([{ eventName: "tokens", properties: { count: -0.5 } }])).toEqual(["/events/0/properties negative"]);
  expect(faultsOf([{ eventName: "tokens", properties: { count: 1, more: [] } }])).toEqual([
    "/events/0/properties/more wrong_type",
  ]);
  expect(faultsOf([{ eventName: "calls" }, { eventName: "images", properties: { size: 1 } }])).toEqual([
    "/events several_currencies",
  ]);
  expect(faultsOf([{ eventName: "calls" }], "USD")).toEqual(["/currency other_currency"]);
  expect(faultsOf([{ eventName: "calls" }], "EUR")).toEqual([]);
});
