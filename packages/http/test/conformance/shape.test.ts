import { expect, test } from "vitest";
import { datetime, decimalText, departures, either, exactly, listOf, orNull, record, text, whole } from "./shape.ts";

const shape = record({ id: text, amount: decimalText, count: orNull(whole), at: datetime, names: listOf(text) });
const good = { id: "a", amount: "1.50", count: null, at: "2024-01-31T00:00:00.000Z", names: ["b"] };

test("finds no departures in a value that conforms", () => {
  expect(departures(good, shape)).toEqual([]);
});

test("reports a field that is missing, unexpected, null or of another type, by its path", () => {
  const { id: _id, ...without } = good;
  expect(departures(without, shape)).toEqual([".id is missing"]);
  expect(departures({ ...good, extra: null }, shape)).toEqual([".extra is not in the interface"]);
  expect(departures({ ...good, id: null }, shape)).toEqual([".id should be a string, is null"]);
  expect(departures({ ...good, amount: 1.5 }, shape)).toEqual([".amount should be a decimal string, is 1.5"]);
  expect(departures({ ...good, at: "2024-01-31" }, shape)).toEqual(['.at should be a UTC datetime, is "2024-01-31"']);
  expect(departures({ ...good, names: [1] }, shape)).toEqual([".names[0] should be a string, is 1"]);
  expect(departures([], shape)).toEqual([" should be an object, is []"]);
});

test("one of several shapes must match completely", () => {
  const priced = either(record({ type: exactly("a"), a: text }), record({ type: exactly("b"), b: text }));
  expect(departures({ type: "a", a: "x" }, priced)).toEqual([]);
  expect(departures({ type: "a", b: "x" }, priced)).not.toEqual([]);
  expect(departures({ type: "a", a: "x", b: "x" }, priced)).not.toEqual([]);
});
