import { setTimeout as pause } from "node:timers/promises";
import { startPlatform } from "../platform/start-platform.ts";
import { type ComparedSystem, MONTHLY_FEE, PRICE_OF_A_CALL } from "./compared-system.ts";
import { openHttpClient } from "./http-client.ts";

/** Counterfoil with one organization and the compared plan. All accounts live by one test clock. */
export async function startCounterfoilSystem(version: string, beginsAt: string): Promise<ComparedSystem> {
  const platform = await startPlatform();
  const client = openHttpClient(platform.url, { Authorization: `Bearer ${platform.token}` });
  const post = async (path: string, body?: object): Promise<{ id: string }> => {
    const sent = await client.send("POST", path, body === undefined ? undefined : JSON.stringify(body));
    return JSON.parse(sent.body) as { id: string };
  };
  const get = async <T>(path: string): Promise<T> => JSON.parse((await client.send("GET", path)).body) as T;
  // Kill Bill issues an invoice as soon as it is due.
  await client.send("PATCH", "/organization", '{"graceHours":0}', "application/merge-patch+json");
  const { id: clockId } = await post("/test-clocks", { frozenTime: beginsAt });
  const quantity = { method: "sum", field: "quantity" };
  const { id: metricId } = await post("/metrics", { name: "Calls", eventName: "calls", aggregation: quantity });
  const { id: feeId } = await post("/products", { name: "Pro", feeType: "fixed", paymentTerms: "advance" });
  const { id: callsId } = await post("/products", { name: "Calls", feeType: "metered", metricIds: [metricId] });
  const fixed = { pricePerUnit: { value: `${MONTHLY_FEE}.00` }, units: 1 };
  const { id: fee } = await post("/prices", { productId: feeId, currency: "USD", fixedPricingModel: fixed });
  const each = { pricePerUnit: { value: String(PRICE_OF_A_CALL) } };
  const { id: calls } = await post("/prices", { productId: callsId, currency: "USD", unitPricingModel: each });
  const { id: planId } = await post("/plans", { name: "Pro", priceGroups: [{ priceIds: [fee, calls] }] });
  const moveTime = async (to: string): Promise<void> => {
    await post(`/test-clocks/${clockId}/advance`, { frozenTime: to });
  };
  return {
    name: `Counterfoil ${version}`,
    serverPid: platform.serverPid,
    databasePid: platform.databasePid,
    owner: platform.owner,
    async createAccount(name) {
      const contact = { contactName: "Ann Lee", contactEmail: "ann@example.com" };
      return (await post("/accounts", { name, currency: "USD", testClockId: clockId, ...contact })).id;
    },
    async subscribe(accountId) {
      const { id } = await post("/subscriptions", { accountId, planId });
      await post(`/subscriptions/${id}/activate`);
      return id;
    },
    async reportUsage({ accountId }, days) {
      const events = days.map(({ date, quantity: amount }) => ({
        uniqueId: crypto.randomUUID(),
        account: accountId,
        eventName: "calls",
        timestamp: `${date}T12:00:00.000Z`,
        properties: { quantity: amount },
      }));
      const { body } = await client.send("POST", "/events?detail=counts", JSON.stringify({ events }));
      if (!body.includes('"failed":0')) throw new Error(`events failed: ${body}`);
    },
    moveTime,
    async countInvoices() {
      const { rows } = await platform.owner.query<{ count: string }>(
        "select count(*) from invoice where number is not null",
      );
      return Number(rows[0]?.count);
    },
    async listInvoices({ accountId }) {
      const filters = JSON.stringify([{ field: "accountId", operator: "eq", value: accountId }]);
      // Oldest first, as without a sort. Kill Bill lists all of them as well.
      const list = `/invoices?limit=100&filters=${encodeURIComponent(filters)}`;
      const { items } = await get<{ items: { total: string }[] }>(list);
      return items.map(({ total }) => Number(total));
    },
    async readUsage({ accountId }, from, to) {
      const period = `from=${from}&to=${to}&timezone=UTC`;
      const read = await get<{ quantity: string }>(`/metrics/${metricId}/usage?account=${accountId}&${period}`);
      return Number(read.quantity);
    },
    async settle() {
      for (let waited = 0; waited < 600; waited += 1) {
        if ((await get<{ status: string }>(`/test-clocks/${clockId}`)).status === "ready") return;
        await pause(100);
      }
      throw new Error("the test clock did not arrive within a minute");
    },
    async stop() {
      client.close();
      await platform.stop();
    },
  };
}
