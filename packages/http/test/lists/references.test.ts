import { type Api, environment, type Json } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { documentedLists } from "./documented-lists.ts";
import { fillLists } from "./fill-lists.ts";
import { filterForms } from "./query-forms.ts";

// R-API-6: a name that the caller chose works wherever the ID works, also as the value of a filter (R-API-3).

let api: Api;
let belonging: Record<string, string>;
let accountId: string;
const lists = await documentedLists((await environment()).api(""));

beforeAll(async () => {
  ({ api } = await (await environment()).createOrganization({ graceHours: 0 }));
  belonging = await fillLists(api);
  accountId = (await api.get("/accounts/crm-1")).id;
  const metricId = (await api.get<{ items: Json[] }>("/metrics?limit=1")).items[0]?.id;
  await api.post("/usage-alerts", {
    name: "Own",
    metricId,
    accountId,
    measure: "quantity",
    period: "day",
    thresholds: ["1"],
  });
});

async function found(path: string, rows: string, filter: { field: string; operator: string; value: unknown }) {
  const answers = [];
  for (const form of filterForms([filter])) {
    const body = await api.get<Record<string, Json[]>>(`${path}?limit=100&${form}`);
    answers.push((body[rows] ?? []).map((row) => row.id ?? row["uniqueId"]));
  }
  for (const other of answers.slice(1)) expect(other).toEqual(answers[0]);
  return answers[0] ?? [];
}

test("an alias finds the same as the account's ID in every list, with each operator", async () => {
  const referring = lists.flatMap(({ path, rows, fields }) =>
    fields
      .filter((field) => ["accountId", "objectId"].includes(field) || (path === "/accounts" && field === "id"))
      .map((field) => ({ path: belonging[path] ?? path, rows, field })),
  );
  expect(referring.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["/subscriptions", "/invoices", "/payments", "/credit-grants", "/credit-notes", "/mails"]),
  );
  expect(referring.length).toBeGreaterThan(9);
  let rowsFound = 0;
  for (const { path, rows, field } of referring) {
    for (const operator of ["eq", "ne", "in", "nin"]) {
      const isMany = operator === "in" || operator === "nin";
      const by = (name: string) => found(path, rows, { field, operator, value: isMany ? [name, "unknown"] : name });
      const byId = await by(accountId);
      expect(await by("crm-1"), `${path} ${field} ${operator}`).toEqual(byId);
      if (operator === "eq" || operator === "in") rowsFound += byId.length;
      // A name that no account has finds nothing and is not an error.
      const byNobody = await found(path, rows, { field, operator, value: isMany ? ["unknown"] : "unknown" });
      if (operator === "eq" || operator === "in") expect(byNobody).toEqual([]);
      else expect(byNobody.length).toBeGreaterThanOrEqual(byId.length);
    }
  }
  expect(rowsFound).toBeGreaterThan(10);
});

test("a feature's key and a payment's external ID find the same as their IDs", async () => {
  const feature = await api.get("/features/feature-1");
  expect(await found("/features", "items", { field: "id", operator: "eq", value: "feature-1" })).toEqual([feature.id]);
  const invoice = await api.post("/invoices", {
    accountId: "crm-1",
    lines: [{ description: "Work", unitPrice: "10.00" }],
    autoIssue: true,
  });
  const paid = { amount: "10.00", method: "cash", externalId: "bank-77" };
  const payment = await api.post(`/invoices/${invoice.id}/payments`, paid);
  expect(await found("/payments", "items", { field: "id", operator: "in", value: ["bank-77"] })).toEqual([payment.id]);
});

test("the audit log can be searched by alias and by ID", async () => {
  const byId = await api.get<{ items: Json[] }>(`/audit?objectId=${accountId}`);
  expect(byId.items.length).toBeGreaterThan(0);
  expect(await api.get("/audit?objectId=crm-1")).toEqual(byId);
});

test("an alias of another organization is unknown here", async () => {
  const { api: stranger } = await (await environment()).createOrganization();
  await stranger.post("/accounts", { name: "Theirs", aliases: ["theirs-1"] });
  expect(await found("/accounts", "data", { field: "id", operator: "eq", value: "theirs-1" })).toEqual([]);
});
