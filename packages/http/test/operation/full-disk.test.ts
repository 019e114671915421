import { type Clock, DatabaseFull, systemClock } from "@counterfoil/service";
import { type Environment, startEnvironment } from "@counterfoil/testkit/scenario";
import { startWorker } from "@counterfoil/worker";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sell } from "../support/sell.ts";

// R-OPS-4, R-INV-5, R-EVT-1: a full disk of the database delays work and requests, and nothing fails for good.

/** Tables whose inserts PostgreSQL refuses while the disk is full. */
const WRITTEN = ["account", "invoice", "usage_event"];

const MONTH = 31 * 86_400_000;
let movedBy = 0;
const clock: Clock = { now: () => new Date(Date.parse(systemClock.now()) + movedBy).toISOString() };

let platform: Environment;
let owner: pg.Client;

beforeAll(async () => {
  platform = await startEnvironment(clock, { isIdle: true });
  owner = new pg.Client({ connectionString: platform.database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await platform.stop();
});

/** Inserts fail with the error that PostgreSQL raises when it cannot extend a file. */
async function fillDisk(): Promise<void> {
  await owner.query(`create function fail_as_full() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  for (const table of WRITTEN) {
    await owner.query(
      `create trigger full_disk before insert on ${table} for each row execute function fail_as_full()`,
    );
  }
}

async function freeDisk(): Promise<void> {
  await owner.query("drop function fail_as_full cascade");
}

test("requests get a 503 to retry, the worker reports the disk and puts nothing aside, and both continue with space", async () => {
  const { api, id } = await platform.createOrganization();
  const product = await api.post("/products", { name: "Hosting", feeType: "fixed" });
  const price = await api.post("/prices", {
    productId: product.id,
    fixedPricingModel: { pricePerUnit: { value: "10.00" }, units: 1 },
  });
  await sell(api, price.id);
  const create = { body: { name: "Acme" }, headers: { "Idempotency-Key": "acme" } };
  const event = { uniqueId: "one", account: "unknown", eventName: "calls", properties: {} };
  const send = { body: { events: [{ ...event, timestamp: clock.now() }] } };

  await fillDisk();
  movedBy = MONTH;
  const failures: unknown[] = [];
  const worker = startWorker({ ...platform.ports, onError: (error) => failures.push(error), pauseMilliseconds: 10 });
  try {
    for (const [path, request] of [
      ["/accounts", create],
      ["/events", send],
    ] as const) {
      const refused = await api.request<{ code: string; detail: string }>("POST", path, request);
      expect([path, refused.status, refused.body.code]).toEqual([path, 503, "database_unavailable"]);
      expect(refused.body.detail).toContain("disk is full");
      expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    }
    expect((await api.request("GET", "/accounts")).status).toBe(200);
    await expect.poll(() => failures.some((error) => error instanceof DatabaseFull), { timeout: 10_000 }).toBe(true);
    const { rows } = await owner.query("select billing_failure from subscription where organization_id = $1", [id]);
    expect(rows).toEqual([{ billing_failure: null }]);

    await freeDisk();
    expect((await api.request("POST", "/accounts", create)).status).toBe(201);
    expect((await api.request("POST", "/events", send)).status).toBe(200);
    const invoices = async () => (await api.get<{ items: object[] }>("/invoices")).items.length;
    await expect.poll(invoices, { timeout: 20_000 }).toBe(2);
  } finally {
    await worker.stop();
  }
});
