import { setTimeout as pause } from "node:timers/promises";
import { CATALOG } from "./catalog.ts";
import type { ComparedSystem } from "./compared-system.ts";
import { openHttpClient } from "./http-client.ts";
import { type KillBill, startKillBill } from "./start-kill-bill.ts";
import type { KillBillFiles } from "./kill-bill-files.ts";

const TENANT = "bench";

/** Kill Bill with one tenant and the compared plan. Its time is the server's, for all tenants. */
export async function startKillBillSystem(files: KillBillFiles, beginsAt: string): Promise<ComparedSystem> {
  const killBill = await startKillBill(files);
  const client = openHttpClient(killBill.url, {
    // The administrator that every installation has until it is changed.
    Authorization: `Basic ${Buffer.from("admin:password").toString("base64")}`,
    "X-Killbill-ApiKey": TENANT,
    "X-Killbill-ApiSecret": TENANT,
    "X-Killbill-CreatedBy": "bench",
  });
  const post = async (path: string, body: object) => {
    const { location } = await client.send("POST", `/1.0/kb/${path}`, JSON.stringify(body));
    return location.slice(location.lastIndexOf("/") + 1);
  };
  const moveTime = async (to: string): Promise<void> => {
    await client.send("POST", `/1.0/kb/test/clock?requestedDate=${encodeURIComponent(to)}&timeoutSec=1`, "");
  };
  await post("tenants", { apiKey: TENANT, apiSecret: TENANT });
  await moveTime(beginsAt);
  await client.send("POST", "/1.0/kb/catalog/xml", CATALOG, "text/xml");
  return {
    name: `Kill Bill ${files.version}`,
    serverPid: killBill.serverPid,
    databasePid: killBill.databasePid,
    owner: killBill.owner,
    createAccount: (name) =>
      post("accounts", {
        name,
        email: "ann@example.com",
        currency: "USD",
        timeZone: "UTC",
        country: "US",
        locale: "en_US",
      }),
    // Answers when the first invoice is committed.
    subscribe: (accountId) =>
      post("subscriptions?callCompletion=true&callTimeoutSec=60", { accountId, planName: "pro-monthly" }),
    async reportUsage({ subscriptionId }, days) {
      const usageRecords = days.map(({ date, quantity }) => ({ recordDate: date, amount: quantity }));
      const trackingId = crypto.randomUUID();
      await post("usages", { subscriptionId, trackingId, unitUsageRecords: [{ unitType: "calls", usageRecords }] });
    },
    moveTime,
    async countInvoices() {
      const { rows } = await killBill.owner.query<{ count: string }>(
        "select count(*) from invoices where status = 'COMMITTED'",
      );
      return Number(rows[0]?.count);
    },
    async listInvoices({ accountId }) {
      const { body } = await client.send(
        "GET",
        `/1.0/kb/accounts/${accountId}/invoices?includeInvoiceComponents=false`,
      );
      const invoices = JSON.parse(body) as { amount: number; invoiceNumber: string }[];
      return invoices.toSorted((a, b) => Number(a.invoiceNumber) - Number(b.invoiceNumber)).map(({ amount }) => amount);
    },
    async readUsage({ subscriptionId }, from, to) {
      const { body } = await client.send(
        "GET",
        `/1.0/kb/usages/${subscriptionId}/calls?startDate=${from}&endDate=${to}`,
      );
      return (JSON.parse(body) as { rolledUpUnits: { amount: number }[] }).rolledUpUnits[0]?.amount ?? 0;
    },
    settle: () => settle(killBill),
    async stop() {
      client.close();
      await killBill.stop();
    },
  };
}

/** Waits until the bus has no events left. Notifications of later dates stay. */
async function settle({ owner }: KillBill): Promise<void> {
  for (let waited = 0; waited < 600; waited += 1) {
    const { rows } = await owner.query<{ count: string }>("select count(*) from bus_events");
    if (Number(rows[0]?.count) === 0) return;
    await pause(100);
  }
  throw new Error("Kill Bill's bus did not become empty within a minute");
}
