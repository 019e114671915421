import { type Agent, connectAgent, scenario, type Story } from "@counterfoil/testkit/scenario";
import { afterEach, expect, test } from "vitest";

// R-MCP-1: a whole task through the protocol, with its official client.

const agents: Agent[] = [];
afterEach(() => Promise.all(agents.splice(0).map((agent) => agent.close())));

/** An agent with its own key, which may do this. */
async function agentOf(story: Story, scopes: readonly string[] = ["read", "write", "billing"]): Promise<Agent> {
  const key = await story.api.post<{ id: string; token: string }>("/api-keys", { name: "Agent", scopes });
  const agent = await connectAgent(story.environment.url, key.token);
  agents.push(agent);
  return agent;
}

interface Listed {
  readonly items: readonly Readonly<Record<string, string>>[];
}
interface Shown {
  readonly token: string;
  readonly result: Readonly<Record<string, unknown>>;
}

test("an agent finds an account, explains why its invoice rose, and issues a confirmed credit note (R-MCP-1)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  await story.api.patch(`/accounts/${story.accountId}`, { name: "Northwind Traders" });
  const seats = await story.fixed("Seats", "49.00", { terms: "arrears" });
  // 1,000 are included.
  const calls = await story.usage("API calls", { graduated: "0–1000 @0, 1001+ @0.02" });
  await story.subscribe({ prices: [seats, calls] });
  await story.use("api_calls", 1_500, "2026-01-10");
  await story.use("api_calls", 9_000, "2026-02-10");
  await story.advanceTo("2026-03-05");
  const agent = await agentOf(story);

  // The task: "Why is Northwind's last invoice so high? If the calls of February were our mistake, credit half of them."
  const { hits } = await agent.call<{ hits: { type: string; id: string; title: string }[] }>("search", {
    query: "northwind",
  });
  const account = hits.find(({ type }) => type === "account");
  expect(account).toMatchObject({ id: story.accountId, title: "Northwind Traders" });

  const { items } = await agent.call<Listed>("list", {
    resource: "invoices",
    filters: { accountId: account?.id },
    sort: "billingPeriodStart:desc",
  });
  expect(items.map(({ total, status }) => [total, status])).toEqual([
    ["209.00 EUR", "issued"], // 49.00 + 8,000 × 0.02
    ["59.00 EUR", "overdue"], // 49.00 + 500 × 0.02
  ]);

  const invoiceId = items[0]?.["id"];
  const compared = await agent.call<{ lines: Readonly<Record<string, string>>[] }>("compare_invoices", { invoiceId });
  expect(compared).toMatchObject({
    change: "+150.00 EUR", // 209.00 − 59.00
    lines: [{ description: "API calls", earlier: "10.00 EUR", later: "160.00 EUR", quantity: "1500 → 9000" }],
    unchangedLines: 1,
  });
  const lineId = compared.lines[0]?.["lineId"];
  const explained = await agent.call("explain_line", { invoiceId, lineId });
  expect(explained).toMatchObject({
    amount: "160.00 EUR",
    steps: ["tier 1 (up to 1000): 1000 × 0 = 0", "tier 2 (above 1000): 8000 × 0.02 = 160", "sum = 160"],
    usage: { eventCount: 1, quantity: "9000" },
    recomputed: { agrees: true },
  });

  const input = {
    invoiceId,
    reason: "Calls of a faulty deployment",
    outcome: "apply",
    lines: [{ lineItemId: lineId, amount: "80.00" }],
  };
  const shown = await agent.call<Shown>("preview", { operation: "createCreditNote", input });
  expect(shown.result).toMatchObject({
    creditNote: { total: "80.00 EUR", amountApplied: "80.00 EUR" },
    before: { amountRemaining: "209.00 EUR" },
    after: { amountRemaining: "129.00 EUR" }, // 209.00 − 80.00
  });
  // Nothing is written before the confirmation.
  expect(await story.api.get(`/invoices/${invoiceId}`)).toMatchObject({ amountRemaining: "209.00" });
  expect(await story.api.get("/credit-notes")).toMatchObject({ items: [] });

  const done = await agent.call<{ done: string; result: { id: string } }>("write", {
    operation: "createCreditNote",
    input,
    token: shown.token,
  });
  expect(done).toMatchObject({ done: "Done.", result: { number: "CN-2026-00001", total: "80.00 EUR" } });
  expect(await story.api.get(`/invoices/${invoiceId}`)).toMatchObject({ amountRemaining: "129.00" });

  const { items: entries } = await story.api.get<{ items: Record<string, unknown>[] }>(
    `/audit?objectId=${done.result.id}`,
  );
  expect(entries).toMatchObject([
    { action: "credit_note.issued", actor: { type: "api_key" }, agent: "story-agent 1.2" },
  ]);
});
