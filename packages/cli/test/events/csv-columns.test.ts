import { expect, test } from "vitest";
import { readColumns, readMapping } from "../../src/events/csv-columns.ts";

const none = readMapping([]);
const HEADER = ["uniqueId", "account", "eventName", "timestamp"];

test("a column that names no member is a property, with or without the prefix properties.", () => {
  const columns = readColumns([...HEADER, "properties.calls", "region", "properties.account"], none);
  expect(columns.slice(4)).toEqual([
    { kind: "property", name: "calls" },
    { kind: "property", name: "region" },
    { kind: "property", name: "account" },
  ]);
});

test("--map assigns a column to a member or property", () => {
  const mapping = readMapping(["account=customer id", "properties.calls=n=1"]);
  expect(readColumns(["uniqueId", "customer id", "eventName", "n=1"], mapping)).toEqual([
    { kind: "member", name: "uniqueId" },
    { kind: "member", name: "account" },
    { kind: "member", name: "eventName" },
    { kind: "property", name: "calls" },
  ]);
});

test.each([
  [["account", "eventName"], none, /There is no column uniqueId/],
  [["uniqueId;account;eventName"], none, /Columns are separated by commas/],
  [
    ["uniqueId", "account", "eventName", "Timestamp"],
    none,
    /Is "Timestamp" the timestamp\? If so, use --map timestamp=Timestamp/,
  ],
  [["unique_id", "account", "eventName"], none, /Is "unique_id" the uniqueId\?/],
  [[...HEADER, "calls", "properties.calls"], none, /More than one column is named "calls"/],
  [[...HEADER, ""], none, /A column has no name/],
  [HEADER, readMapping(["properties.calls=n"]), /the column "n", which does not exist/],
])("rejects the header %j", (header, mapping, reason) => {
  expect(() => readColumns(header, mapping)).toThrow(reason);
});

test.each([["account"], ["name=x"], ["properties.=x"], ["account="]])("rejects --map %s", (text) => {
  expect(() => readMapping([text])).toThrow(/--map/);
});

test("rejects two meanings for one column", () => {
  expect(() => readMapping(["account=a", "uniqueId=a"])).toThrow(/already mapped/);
});
