import { expect, test } from "vitest";
import { readColumns, readMapping } from "../../src/events/csv-columns.ts";

const none = readMapping([]);
const HEADER = ["uniqueId", "account", "eventName", "timestamp"];

test("a column that names no member is a property, with properties. before it or without", () => {
  const columns = readColumns([...HEADER, "properties.calls", "region", "properties.account"], none);
  expect(columns.slice(4)).toEqual([
    { kind: "property", name: "calls" },
    { kind: "property", name: "region" },
    { kind: "property", name: "account" },
  ]);
});

test("--map gives a column another meaning", () => {
  const mapping = readMapping(["account=customer id", "properties.calls=n=1"]);
  expect(readColumns(["uniqueId", "customer id", "eventName", "n=1"], mapping)).toEqual([
    { kind: "member", name: "uniqueId" },
    { kind: "member", name: "account" },
    { kind: "member", name: "eventName" },
    { kind: "property", name: "calls" },
  ]);
});

test.each([
  [["account", "eventName"], none, /No column is called uniqueId/],
  [["uniqueId;account;eventName"], none, /Columns are separated by commas/],
  [["uniqueId", "account", "eventName", "Timestamp"], none, /Is "Timestamp" the timestamp\? --map timestamp=Timestamp/],
  [["unique_id", "account", "eventName"], none, /Is "unique_id" the uniqueId\?/],
  [[...HEADER, "calls", "properties.calls"], none, /More than one column is "calls"/],
  [[...HEADER, ""], none, /A column has no name/],
  [HEADER, readMapping(["properties.calls=n"]), /a column "n", which is not there/],
])("the header %j is refused", (header, mapping, reason) => {
  expect(() => readColumns(header, mapping)).toThrow(reason);
});

test.each([["account"], ["name=x"], ["properties.=x"], ["account="]])("--map %s is refused", (text) => {
  expect(() => readMapping([text])).toThrow(/--map/);
});

test("one column cannot be two things", () => {
  expect(() => readMapping(["account=a", "uniqueId=a"])).toThrow(/mapped already/);
});
