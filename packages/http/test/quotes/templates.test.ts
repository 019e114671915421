import { type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { departures } from "../conformance/shape.ts";
import * as tables from "../conformance/tables.ts";

let story: Story;
let plan: string;

beforeAll(async () => {
  story = await scenario({ start: "2024-01-31", account: { aliases: ["crm-1"] } });
  plan = await story.plan("Team", [await story.fixed("Base", "35.00")], { trialPeriodDays: null });
});

test("a quote from a template is a draft subscription with the plan's terms, by alias as well (R-API-10)", async () => {
  const answer = await story.api.request("POST", "/quotes", { body: { quoteTemplateId: plan, accountId: "crm-1" } });
  expect(answer.status).toBe(201);
  expect(answer.headers.get("Location")).toBe(`/subscriptions/${answer.body.id}`);
  expect(departures(answer.body, tables.subscription)).toEqual([]);
  expect(answer.body).toMatchObject({
    status: "draft",
    name: "Team",
    accountId: story.accountId,
    quoteTemplateId: plan,
    planId: plan,
    contractStartDate: "2024-01-31T00:00:00.000Z",
  });
  expect(await story.api.get(`/subscriptions/${answer.body.id}`)).toEqual(answer.body);
  expect(await story.invoices()).toEqual([]);
});

test("activate: true activates it immediately and bills what is due; the response is the subscription (R-API-10)", async () => {
  const account = await story.account();
  const body = { quoteTemplateId: plan, accountId: account, activate: true };
  const answer = await story.api.request("POST", "/quotes", { body });
  expect(answer.status).toBe(201);
  expect(departures(answer.body, tables.subscription)).toEqual([]);
  expect(answer.body).toMatchObject({ status: "active", lastBillingDate: "2024-01-31T00:00:00.000Z" });
  expect(await story.api.get(`/subscriptions/${answer.body.id}`)).toEqual(answer.body);
  expect(await story.invoices(account)).toEqualInvoices(`
    2024-01-31  2024-01-31 → 2024-02-29  Base  1 × 35.00  35.00
  `);
});

test("a template without prices can be quoted, but not activated (R-SUB-2)", async () => {
  const empty = await story.api.post("/plans", { name: "Empty", currency: "USD" });
  const body = { quoteTemplateId: empty.id, accountId: story.accountId };
  expect((await story.api.post("/quotes", body))["status"]).toBe("draft");
  const before = await story.api.get<{ items: Json[] }>("/subscriptions?limit=100");
  const { status, body: problem } = await story.api.request("POST", "/quotes", { body: { ...body, activate: true } });
  expect([status, problem["errors"]]).toMatchObject([422, [{ pointer: "/quoteTemplateId", code: "required" }]]);
  expect(await story.api.get("/subscriptions?limit=100")).toEqual(before);
});
