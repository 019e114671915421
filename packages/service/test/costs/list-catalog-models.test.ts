import { readModelCatalog } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { catalogPage } from "../../src/costs/list-catalog-models.ts";

const CATALOG = readModelCatalog(
  `{"version": "v1", "providers": [{"id": "acme", "models": [
    {"id": "b", "match": {"equals": "b"}, "prices": [
      {"prices": {"input_mtok": 1}},
      {"constraint": {"type": "start_date", "start_date": "2026-02-01"}, "prices": {"input_mtok": 2}},
      {"constraint": {"type": "start_date", "start_date": "2026-06-01"}, "prices": {"input_mtok": 3}}]},
    {"id": "a", "match": {"equals": "a"}, "prices": {"input_mtok": {"base": 1, "tiers": [{"start": 1000, "price": 4}]}}}]}]}`,
  "",
);
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const all = { page: 1, limit: 10 };

test("models come in the order of their names, with the prices in force and their dates (R-AI-1)", () => {
  const { items, modelCount, catalogVersion } = catalogPage(CATALOG, all, at("2026-03-01"));
  expect([catalogVersion, modelCount]).toEqual(["v1", 2]);
  expect(items.map(({ model }) => model)).toEqual(["a", "b"]);
  expect(items[1]).toMatchObject({
    prices: { input: "2", output: null },
    since: "2026-02-01T00:00:00.000Z",
    changesAt: "2026-06-01T00:00:00.000Z",
  });
});

test("before the first date, and after the last one, there is only one of them", () => {
  const b = (day: string) => catalogPage(CATALOG, { ...all, search: "b" }, at(day)).items[0];
  expect(b("2026-01-01")).toMatchObject({ prices: { input: "1" }, since: null, changesAt: "2026-02-01T00:00:00.000Z" });
  expect(b("2026-07-01")).toMatchObject({ prices: { input: "3" }, since: "2026-06-01T00:00:00.000Z", changesAt: null });
});

test("prices of long prompts are shown with the length above which they apply", () => {
  const [a] = catalogPage(CATALOG, { ...all, search: "acme a" }, at("2026-03-01")).items;
  expect(a).toMatchObject({ prices: { input: "1" }, longPrompts: [{ above: "1000", prices: { input: "4" } }] });
});

test("a page contains its items only", () => {
  expect(catalogPage(CATALOG, { page: 2, limit: 1 }, at("2026-03-01")).items).toMatchObject([{ model: "b" }]);
  expect(catalogPage(CATALOG, { page: 3, limit: 1 }, at("2026-03-01")).items).toEqual([]);
  expect(catalogPage(CATALOG, { ...all, provider: "other" }, at("2026-03-01")).modelCount).toBe(0);
});
