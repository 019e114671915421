import { expect, test } from "vitest";
import type { LoadedContract } from "../../../src/contracts/index.ts";
import { DomainError } from "../../../src/errors/index.ts";
import { checkEstimates, type SentEstimate } from "../../../src/flows/hold/expected-events.ts";

/** Contracts of one account are read with the prices of all of them. */
const prices = new Map<string, object>();

function contract(currency: string, eventName: string, aggregation: object): LoadedContract {
  const metric = { id: `metric of ${eventName}`, eventName, filters: [], aggregation, groupBy: [] };
  const id = `price of ${eventName}`;
  prices.set(id, { metrics: [metric] });
  return { contract: { currency, versions: [{ prices: [{ id }] }] }, prices } as unknown as LoadedContract;
}

const sold = [
  contract("EUR", "tokens", { method: "sum", field: "count" }),
  contract("EUR", "calls", { method: "count" }),
  contract("EUR", "users", { method: "count_unique", field: "user" }),
  contract("USD", "images", { method: "max", field: "size" }),
];

function faultsOf(events: readonly SentEstimate[], currency?: string): string[] {
  try {
    checkEstimates(events, sold, currency);
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
  expect(checkEstimates(events, sold, "EUR")).toEqual({
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
