import {
  type Agent,
  connectAgent,
  type Environment,
  startEnvironment,
  type TestOrganization,
} from "@counterfoil/testkit/scenario";
import { afterAll, beforeAll, expect, test } from "vitest";

// R-MCP-1: whatever an operation writes, its preview names the same effect, and leaves no trace.

let platform: Environment;
let organization: TestOrganization;
let agent: Agent;
/** The IDs that earlier steps made, by the name of the step. */
const made = new Map<string, string>();
const idOf = (step: string) => made.get(step) ?? step;

beforeAll(async () => {
  // Without a worker, which would leave traces meanwhile.
  platform = await startEnvironment(undefined, { isIdle: true });
  organization = await platform.createOrganization();
  agent = await connectAgent(platform.url, organization.api.token);
  const account = await organization.api.post("/accounts", {
    name: "Acme",
    currency: "EUR",
    contactEmail: "a@example.com",
  });
  made.set("account", account.id);
  const clock = await organization.api.post("/test-clocks", { frozenTime: "2026-01-01T00:00:00Z" });
  made.set("clock", clock.id);
});
afterAll(async () => {
  await agent.close();
  await platform.stop();
});

/** Everything that a write leaves: changes, notifications and mail. */
async function traces(): Promise<number[]> {
  const paths = ["/audit?limit=100", "/notifications?limit=100", "/mails?limit=100", "/invoices?limit=100"];
  const lists = await Promise.all(paths.map((path) => organization.api.get<{ items: unknown[] }>(path)));
  return lists.map(({ items }) => items.length);
}

const today = new Intl.DateTimeFormat("sv-SE").format();
const line = { description: "Setup", unitPrice: "100.00" };

const STEPS: readonly (readonly [step: string, operation: string, input: () => object])[] = [
  ["customer", "createAccount", () => ({ name: "Bolt", currency: "EUR", testClockId: idOf("clock") })],
  ["renamed", "updateAccount", () => ({ id: idOf("customer"), name: "Bolt SE" })],
  ["tagged", "setAccountTags", () => ({ id: idOf("customer"), tags: ["vip"] })],
  ["note", "createAccountNote", () => ({ id: idOf("customer"), text: "Called on Monday" })],
  ["noteless", "deleteAccountNote", () => ({ id: idOf("customer"), noteId: idOf("note") })],
  ["metric", "createMetric", () => ({ name: "Calls", eventName: "call", aggregation: { method: "count" } })],
  [
    "alert",
    "createUsageAlert",
    () => ({ name: "Busy", metricId: idOf("metric"), measure: "quantity", period: "month", thresholds: ["10"] }),
  ],
  ["tax", "createTaxRate", () => ({ name: "USt", percentage: "19", country: "DE" })],
  ["product", "createProduct", () => ({ name: "Seats", feeType: "fixed", paymentTerms: "advance" })],
  [
    "price",
    "createPrice",
    () => ({
      productId: idOf("product"),
      type: "fixed",
      currency: "EUR",
      billingInterval: "monthly",
      fixedPricingModel: { pricePerUnit: { value: "49.00" }, units: 1 },
    }),
  ],
  [
    "other",
    "createPrice",
    () => ({
      productId: idOf("product"),
      type: "fixed",
      currency: "EUR",
      billingInterval: "monthly",
      fixedPricingModel: { pricePerUnit: { value: "9.00" }, units: 1 },
    }),
  ],
  [
    "plan",
    "createPlan",
    () => ({ name: "Pro", currency: "EUR", priceGroups: [{ name: "Pro", priceIds: [idOf("price")] }] }),
  ],
  [
    "subscription",
    "createSubscription",
    () => ({ accountId: idOf("customer"), planId: idOf("plan"), contractStartDate: "2026-01-01" }),
  ],
  ["activated", "activateSubscription", () => ({ id: idOf("subscription") })],
  [
    "change",
    "changeSubscription",
    () => ({ id: idOf("subscription"), add: [{ priceId: idOf("other") }], effective: "period_end" }),
  ],
  ["paused", "pauseSubscription", () => ({ id: idOf("subscription"), effective: "period_end" })],
  ["canceled", "cancelSubscription", () => ({ id: idOf("subscription"), reason: "pricing", effective: "period_end" })],
  ["advanced", "advanceTestClock", () => ({ id: idOf("clock"), frozenTime: "2026-01-02T00:00:00Z" })],
  ["invoice", "createInvoice", () => ({ accountId: idOf("account"), lines: [line], paymentTerms: "net_7" })],
  ["memo", "updateInvoice", () => ({ id: idOf("invoice"), memo: "Thank you" })],
  ["issued", "issueInvoice", () => ({ id: idOf("invoice") })],
  ["sent", "sendInvoice", () => ({ id: idOf("invoice") })],
  ["payment", "createPayment", () => ({ id: idOf("invoice"), amount: "40.00", method: "bank_transfer", date: today })],
  ["refund", "createRefund", () => ({ id: idOf("payment"), amount: "10.00", reason: "Paid too much" })],
  ["second", "createInvoice", () => ({ accountId: idOf("account"), lines: [line], autoIssue: true })],
  ["void", "voidInvoice", () => ({ id: idOf("second"), reason: "Wrong customer" })],
  ["grant", "createCreditGrant", () => ({ id: idOf("account"), amount: "500.00", currency: "EUR" })],
  ["ungranted", "voidCreditGrant", () => ({ id: idOf("grant"), reason: "Granted twice" })],
  [
    "rates",
    "setExchangeRates",
    () => ({ items: [{ fromCurrency: "USD", toCurrency: "EUR", date: "2026-01-01", rate: "0.9" }] }),
  ],
  ["organization", "updateOrganization", () => ({ name: "Story Ltd" })],
  ["mail", "updateMailSettings", () => ({ replyTo: "billing@example.com" })],
  ["archived", "archivePlan", () => ({ id: idOf("plan") })],
];

test.for(STEPS)("%s: %s", async ([step, operation, input]) => {
  const given = input();
  const before = await traces();
  const { token } = await agent.call<{ token: string }>("preview", { operation, input: given });
  expect(await traces()).toEqual(before);
  const { result, done } = await agent.call<{ done: string; result?: { id?: string } }>("write", {
    operation,
    input: given,
    token,
  });
  expect(done).toBe("Done.");
  if (result?.id !== undefined) made.set(step, result.id);
});
