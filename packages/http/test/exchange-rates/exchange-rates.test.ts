import { type Environment, environment, type TestOrganization } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { faultsOf } from "../support/faults.ts";

// R-UI-1: dated exchange rates of an organization, and its reporting currency.

let platform: Environment;
let organization: TestOrganization;

beforeAll(async () => {
  platform = await environment();
  organization = await platform.createOrganization();
});

interface Rate extends Record<string, unknown> {
  id: string;
  rate: string;
}
const USD = { fromCurrency: "USD", toCurrency: "EUR" };

async function set(items: readonly object[]) {
  return organization.api.request("PUT", "/exchange-rates", { body: { items } });
}

async function auditOf(id: string): Promise<string[]> {
  const { items } = await organization.api.get<{ items: { action: string }[] }>(`/audit?objectId=${id}`);
  return items.map(({ action }) => action).toSorted();
}

test("rates are set together, exactly as written, and setting one again replaces it under its ID", async () => {
  const exact = "0.912345678901234567";
  const first = await set([
    { ...USD, date: "2026-01-01", rate: exact },
    { ...USD, date: "2026-02-01", rate: 1.25 },
  ]);
  expect(first.status).toBe(200);
  const [january, february] = first.body["items"] as Rate[];
  expect(january).toMatchObject({ ...USD, date: "2026-01-01", rate: exact });
  expect(february?.rate).toBe("1.25");
  const second = await set([
    { ...USD, date: "2026-02-01", rate: "1.3" },
    { ...USD, date: "2026-01-01", rate: exact },
  ]);
  const [changed, unchanged] = second.body["items"] as Rate[];
  expect(changed).toMatchObject({ id: february?.id, rate: "1.3" });
  expect(unchanged).toEqual(january);
  expect(await auditOf(february?.id ?? "")).toEqual(["exchange_rate.created", "exchange_rate.updated"]);
  expect(await auditOf(january?.id ?? "")).toEqual(["exchange_rate.created"]);
  expect(await organization.api.get(`/exchange-rates/${january?.id}`)).toEqual(january);
});

test("a list by currency, newest first, and a deleted rate is gone", async () => {
  const { body } = await set([
    { fromCurrency: "GBP", toCurrency: "EUR", date: "2026-01-01", rate: "1.15" },
    { fromCurrency: "GBP", toCurrency: "EUR", date: "2026-03-01", rate: "1.17" },
  ]);
  const pounds = async () => {
    const filters = encodeURIComponent(JSON.stringify([{ field: "fromCurrency", value: "GBP" }]));
    const page = await organization.api.get<{ items: Rate[] }>(`/exchange-rates?filters=${filters}&sort=date:desc`);
    return page.items.map(({ rate }) => rate);
  };
  expect(await pounds()).toEqual(["1.17", "1.15"]);
  const [first] = body["items"] as Rate[];
  expect((await organization.api.request("DELETE", `/exchange-rates/${first?.id}`)).status).toBe(204);
  expect((await organization.api.request("DELETE", `/exchange-rates/${first?.id}`)).status).toBe(404);
  expect(await pounds()).toEqual(["1.17"]);
  expect(await auditOf(first?.id ?? "")).toContain("exchange_rate.deleted");
});

test("one wrong rate refuses all of them, and each fault names its item", async () => {
  const good = { fromCurrency: "CHF", toCurrency: "EUR", date: "2026-01-01", rate: "1.04" };
  const answer = await set([
    good,
    { ...good, rate: "1.05" },
    { ...good, toCurrency: "CHF", date: "2026-01-02" },
    { ...good, fromCurrency: "XXQ", rate: "0" },
  ]);
  expect(answer.status).toBe(422);
  expect(faultsOf(answer)).toEqual({
    "/items/1/date": "repeated",
    "/items/2/toCurrency": "same_currency",
    "/items/3/fromCurrency": "unknown_currency",
    "/items/3/rate": "not_positive",
  });
  const { items } = await organization.api.get<{ items: Rate[] }>("/exchange-rates?limit=100");
  expect(items.some(({ fromCurrency }) => fromCurrency === "CHF")).toBe(false);
});

test("another organization has its own rates and its own reporting currency", async () => {
  const other = (await platform.createOrganization()).api;
  await organization.api.patch("/organization", { reportingCurrency: "EUR" });
  expect(await other.get("/exchange-rates")).toMatchObject({ items: [] });
  expect(await other.get("/organization")).toMatchObject({ reportingCurrency: null });
  const wrong = await organization.api.request("PATCH", "/organization", { body: { reportingCurrency: "XXQ" } });
  expect(faultsOf(wrong)).toEqual({ "/reportingCurrency": "unknown_currency" });
  expect(await organization.api.get("/organization")).toMatchObject({ reportingCurrency: "EUR" });
});
