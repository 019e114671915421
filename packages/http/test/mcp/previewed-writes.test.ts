import { sealAudit, verifyAudit } from "@counterfoil/service";
import {
  type Agent,
  connectAgent,
  type Environment,
  startEnvironment,
  type TestOrganization,
} from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

// R-MCP-1: a write takes the token of its preview. The token is bound to what was previewed, to the key, and to ten minutes.

let now = "2026-03-01T08:00:00.000Z";
let platform: Environment;
let organization: TestOrganization;
let agent: Agent;
let accountId: string;

beforeAll(async () => {
  platform = await startEnvironment({ now: () => now }, { isIdle: true });
});
afterAll(() => platform.stop());

beforeEach(async () => {
  organization = await platform.createOrganization();
  agent = await connectAgent(platform.url, organization.api.token);
  accountId = (await organization.api.post("/accounts", { name: "Acme", currency: "EUR" })).id;
  return () => agent.close();
});

interface Shown {
  readonly token: string;
  readonly expiresAt: string;
  readonly changes?: readonly Record<string, unknown>[];
  readonly result: Readonly<Record<string, unknown>>;
}

const preview = (operation: string, input: object) => agent.call<Shown>("preview", { operation, input });
const auditCount = async () => {
  const { items } = await organization.api.get<{ items: unknown[] }>("/audit?limit=100");
  return items.length;
};
/** A draft of 310.00. */
async function draft(): Promise<string> {
  const body = { accountId, lines: [{ description: "Setup", unitPrice: "310.00" }], paymentTerms: "net_30" };
  return (await organization.api.post("/invoices", body)).id;
}

test("a preview shows the change and writes nothing; the write with its token makes the change once", async () => {
  const before = await auditCount();
  const input = { id: accountId, name: "Acme SE" };
  const shown = await preview("updateAccount", input);
  expect(shown.changes).toEqual([
    { action: "account.updated", objectId: accountId, name: { from: "Acme", to: "Acme SE" } },
  ]);
  expect(shown.expiresAt).toBe("2026-03-01T08:10:00.000Z");
  expect(await organization.api.get(`/accounts/${accountId}`)).toMatchObject({ name: "Acme" });
  expect(await auditCount()).toBe(before);

  const write = { operation: "updateAccount", input, token: shown.token };
  expect(await agent.call("write", write)).toMatchObject({ done: "Done.", result: { name: "Acme SE" } });
  await organization.api.patch(`/accounts/${accountId}`, { name: "Acme AG" });
  // The same token again repeats the answer, and does not write over what came later.
  expect(await agent.call("write", write)).toMatchObject({
    done: "This token was used before. The change was made once; this is its result.",
    result: { name: "Acme SE" },
  });
  expect(await organization.api.get(`/accounts/${accountId}`)).toMatchObject({ name: "Acme AG" });
  expect(await auditCount()).toBe(before + 2);
});

test("a token sent at the same time from several places has one effect", async () => {
  const shown = await preview("createAccount", { name: "Once", currency: "EUR" });
  const write = { operation: "createAccount", input: { name: "Once", currency: "EUR" }, token: shown.token };
  await Promise.all([1, 2, 3, 4].map(() => agent.call("write", write)));
  const { hits } = await organization.api.get<{ hits: unknown[] }>("/search?query=Once");
  expect(hits).toHaveLength(1);
});

test("after a change, a token is refused with what happened and what to do", async () => {
  const id = await draft();
  const shown = await preview("issueInvoice", { id });
  expect(shown.result).toMatchObject({ total: "310.00 EUR", number: "(assigned when issued)" });
  await organization.api.patch(`/invoices/${id}`, {
    lineItems: [{ description: "Setup", quantity: "1", unitPrice: "350.00" }],
  });
  const write = { operation: "issueInvoice", input: { id }, token: shown.token };
  expect(await agent.refused("write", write)).toBe(
    "The data has changed since the preview, so this would no longer do what was confirmed. Nothing was written. " +
      "Call preview again with the same input, and show the new result to the user.",
  );
  expect(await organization.api.get(`/invoices/${id}`)).toMatchObject({ status: "draft", number: null });
  // A new preview shows the new amount, and its token works.
  const again = await preview("issueInvoice", { id });
  expect(again.result).toMatchObject({ total: "350.00 EUR" });
  expect(await agent.call("write", { ...write, token: again.token })).toMatchObject({
    result: { total: "350.00 EUR" },
  });
});

test("a payment between preview and write makes the token of a credit note stale", async () => {
  const id = await draft();
  const issued = await organization.api.post<{ id: string; lineItems: { id: string }[] }>(`/invoices/${id}/issue`);
  const lines = [{ lineItemId: issued.lineItems[0]?.id, amount: "10.00" }];
  const input = { invoiceId: id, reason: "Late", outcome: "apply", lines };
  const { token } = await preview("createCreditNote", input);
  await organization.api.post(`/invoices/${id}/payments`, { amount: "200.00", date: "2026-03-01", method: "cash" });
  expect(await agent.refused("write", { operation: "createCreditNote", input, token })).toContain(
    "The data has changed since the preview",
  );
  expect(await organization.api.get("/credit-notes")).toMatchObject({ items: [] });
});

test("what the operation refuses after the preview is reported with its reason", async () => {
  const id = await draft();
  const { token } = await preview("issueInvoice", { id });
  await organization.api.post(`/invoices/${id}/issue`);
  const refusal = await agent.refused("write", { operation: "issueInvoice", input: { id }, token });
  expect(refusal).toContain("Not allowed in the current state.");
  expect(refusal).toContain("The preview succeeded, so something has changed since then. Nothing was written.");
});

test("a token is refused after ten minutes, with other input, and with another key", async () => {
  const input = { id: accountId, name: "Acme SE" };
  const { token } = await preview("updateAccount", input);
  const write = { operation: "updateAccount", input, token };
  const key = await organization.api.post<{ id: string; token: string }>("/api-keys", {
    name: "Other",
    scopes: ["read", "write"],
  });
  const other = await connectAgent(platform.url, key.token);
  const invalid =
    "The token is not valid for this API key, or was not copied exactly. Nothing was written. " +
    "Copy the token from the preview, or call preview again.";
  expect(await other.refused("write", write)).toBe(invalid);
  await other.close();
  for (const changed of [token.slice(0, -1), `1${token.slice(1)}`, "", "x"]) {
    expect(await agent.refused("write", { ...write, token: changed })).toBe(invalid);
  }
  const differs =
    "The operation or the input differs from the preview. Nothing was written. " +
    "Send exactly what was previewed, or call preview for the new input.";
  expect(await agent.refused("write", { ...write, input: { ...input, name: "Evil" } })).toBe(differs);
  expect(await agent.refused("write", { ...write, operation: "setAccountTags" })).toBe(differs);
  now = "2026-03-01T08:10:00.000Z";
  expect(await agent.refused("write", write)).toBe(
    "The token expired at 2026-03-01T08:10:00.000Z, 10 minutes after the preview. Nothing was written. " +
      "Call preview again with the same input, and show the new result to the user.",
  );
  now = "2026-03-01T08:00:00.000Z";
  expect(await organization.api.get(`/accounts/${accountId}`)).toMatchObject({ name: "Acme" });
  // The order of members does not matter.
  expect(await agent.call("write", { ...write, input: { name: "Acme SE", id: accountId } })).toMatchObject({
    done: "Done.",
  });
});

test("the header of an internal run is refused from outside", async () => {
  const answer = await organization.api.request("GET", `/accounts/${accountId}`, {
    headers: { "Counterfoil-Run": "1" },
  });
  expect([answer.status, answer.body["code"]]).toEqual([400, "malformed_request"]);
});

test("the audit log names the agent, and its seals cover the name (R-AUDIT-1)", async () => {
  const { token } = await preview("updateAccount", { id: accountId, name: "B" });
  await agent.call("write", { operation: "updateAccount", input: { id: accountId, name: "B" }, token });
  await organization.api.patch(`/accounts/${accountId}`, { name: "C" });
  const { items } = await organization.api.get<{ items: { agent: string | null }[] }>(`/audit?objectId=${accountId}`);
  expect(items.map((entry) => entry.agent)).toEqual([null, "story-agent 1.2", null]);

  const context = {
    ...platform.ports,
    organizationId: organization.id,
    actor: { type: "system", id: "test" } as const,
    requestId: null,
  };
  await sealAudit(context);
  expect((await verifyAudit(context)).faults).toEqual([]);
  const owner = new pg.Client({ connectionString: platform.database.ownerUrl });
  await owner.connect();
  await owner.query("update audit_entry set agent = 'another' where organization_id = $1 and agent is not null", [
    organization.id,
  ]);
  await owner.end();
  expect((await verifyAudit(context)).faults).toMatchObject([{ kind: "changed" }]);
});
