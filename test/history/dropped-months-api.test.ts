import { makeUsagePartitions } from "@counterfoil/storage";
import { clickHouseAddress } from "@counterfoil/testkit/clickhouse";
import { startEnvironment } from "@counterfoil/testkit/scenario";
import { systemClock } from "@counterfoil/service";
import { expect, test } from "vitest";
import { finished } from "../../packages/cli/test/running-command.ts";

const call = (uniqueId: string, n: number) => ({
  uniqueId,
  account: "crm-1",
  eventName: "call",
  timestamp: "2024-01-05T10:00:00Z",
  properties: { n, user: `user-${n}` },
});

test("after the command dropped a month, the API answers as before, keeps its IDs taken, and refuses corrections (R-HIST-3)", async () => {
  const shop = await startEnvironment(systemClock, { isSilent: true });
  try {
    await makeUsagePartitions(shop.ports.database, "2024-01-01", "2024-01-01");
    const { api } = await shop.createOrganization();
    await api.post("/accounts", { name: "Acme", aliases: ["crm-1"] });
    const usage = async (method: "sum" | "count_unique", field: string) => {
      const metric = await api.post("/metrics", { name: field, eventName: "call", aggregation: { method, field } });
      return async () => {
        const path = `/metrics/${metric.id}/usage?account=crm-1&from=2024-01-01T00:00:00Z&to=2024-02-01T00:00:00Z`;
        return (await api.get(path)).quantity;
      };
    };
    const [sum, users] = [await usage("sum", "n"), await usage("count_unique", "user")];
    await api.post("/events", { events: [call("a", 10), call("b", 5)] });
    const drop = () =>
      finished(["history", "drop"], {
        DATABASE_URL: shop.database.ownerUrl,
        COUNTERFOIL_CLICKHOUSE_URL: process.env[clickHouseAddress] ?? "",
        COUNTERFOIL_EVENT_HOT_DAYS: "60",
      });
    // Before the first events are copied, no month is old enough.
    await expect
      .poll(async () => (await drop()).output, { timeout: 120_000, interval: 500 })
      .toMatch(/2024-01 {2}dropped/);
    expect(await drop()).toMatchObject({ code: 0, output: expect.stringContaining("No month is old enough.") });

    expect([await sum(), await users()]).toEqual(["15", "2"]);
    // A metric that is created now reads the events of the dropped month too.
    expect(await (await usage("sum", "n"))()).toBe("15");
    expect(await api.get("/events/a")).toMatchObject({ uniqueId: "a", account: "crm-1", properties: { n: 10 } });
    expect(await api.post("/events", { events: [call("a", 10), call("c", 1)] })).toMatchObject({
      ingested: ["c"],
      duplicates: ["a"],
    });
    const conflict = await api.request("POST", "/events", { body: { events: [call("a", 11)] } });
    expect(JSON.stringify(conflict.body)).toMatch(/conflict|different/i);
    expect([await sum(), await users()]).toEqual(["16", "3"]);

    const amended = await api.request("POST", "/events/a/amend", { body: { properties: { n: 7 } } });
    expect(amended).toMatchObject({
      status: 409,
      body: { code: "state_conflict", detail: expect.stringContaining("2024-01") },
    });
    const items = ["a", "b", "c"].map((uniqueId) => expect.objectContaining({ uniqueId }) as unknown);
    expect(await api.get("/events?from=2024-01-01T00:00:00Z")).toMatchObject({ items: expect.arrayContaining(items) });
  } finally {
    await shop.stop();
  }
}, 400_000);
