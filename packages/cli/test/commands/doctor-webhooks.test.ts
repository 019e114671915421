import { type AddressInfo, createServer, type Server } from "node:net";
import { createTestDatabase, insertOrganizations, type TestDatabase } from "@counterfoil/testkit/postgres";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { asOwner } from "../../src/platform/owner-connection.ts";
import { finished } from "../running-command.ts";

// R-DIST-3: doctor --installation connects to each enabled webhook endpoint, and reads how its deliveries went.

let database: TestDatabase;
let server: Server;
let port: number;
let received = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertOrganizations(database.ownerUrl, ["org_live", "org_sandbox"]);
  await sql("update organization set sandbox = false where id = 'org_live'");
  server = createServer((socket) => socket.on("data", ({ length }) => (received += length)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await database.drop();
});
beforeEach(() => sql("truncate webhook_attempt, webhook_delivery, webhook_secret, webhook_endpoint"));

function sql(text: string, values: readonly unknown[] = []): Promise<unknown> {
  return asOwner(database.ownerUrl, (owner) => owner.rows(text, values));
}

function endpoint(id: string, url: string, { disabled = null as string | null, organization = "org_live" } = {}) {
  return sql(
    `insert into webhook_endpoint (organization_id, id, url, event_types, enabled, disabled_reason, disabled_at,
       send_from_sandbox, created_at, updated_at)
     values ($1, $2, $3, '{*}', $4::text is null, $4, case when $4::text is not null then now() end, false, now(), now())`,
    [organization, id, url, disabled],
  );
}

async function delivery(endpointId: string, number: number, { status, days = 0 }: { status: string; days?: number }) {
  const id = `evt_${number}`;
  await sql(
    `insert into notification (organization_id, id, type, object_id, timestamp, data)
     values ('org_live', $1, 'account.created', 'acct_1', now(), '{}') on conflict do nothing`,
    [id],
  );
  await sql(
    `insert into webhook_delivery (organization_id, endpoint_id, notification_id, object_id, type, sequence, happened_at,
       status, due_at, in_hand, attempts, tries, last_failure, ended_at)
     values ('org_live', $1, $2, 'acct_1', 'account.created', $3, now(), $4, now(), false, 4, 4, 'The endpoint answered 500.',
       case when $4 <> 'pending' then now() - make_interval(days => $5) end)`,
    [endpointId, id, number, status, days],
  );
}

async function webhookFindings(environment: Record<string, string> = { COUNTERFOIL_WEBHOOK_ALLOW: "127.0.0.1" }) {
  const { output } = await finished(["doctor", "--installation", "--json"], {
    DATABASE_URL: database.ownerUrl,
    COUNTERFOIL_SECRET: "kV7m2Qx9Lr4Tz8Wb1Yc6Nd3Hf5Jg0Ps!",
    ...environment,
  });
  const line = output.split("\n").find((one) => one.startsWith('{"findings"')) ?? output;
  const list = (JSON.parse(line) as { findings: { check: string; status: string; found: string }[] }).findings;
  return list.filter(({ check }) => check === "Webhooks");
}

test("connects to each endpoint that gets notifications, and sends nothing", async () => {
  await endpoint("whe_open", `http://127.0.0.1:${port}/hooks`);
  await endpoint("whe_off", "http://127.0.0.1:1/hooks", { disabled: "manual" });
  await endpoint("whe_sandbox", "http://127.0.0.1:1/hooks", { organization: "org_sandbox" });
  expect(await webhookFindings()).toMatchObject([{ status: "ok", found: "1 reachable endpoints" }]);
  expect(received).toBe(0);
});

test("names an endpoint that refuses the connection, one without TLS, and one that the platform never connects to", async () => {
  await endpoint("whe_1_closed", "http://127.0.0.1:1/hooks");
  await endpoint("whe_2_tls", `https://127.0.0.1:${port}/hooks`);
  await endpoint("whe_3_private", "http://10.0.0.5/hooks");
  await endpoint("whe_4_open", `http://127.0.0.1:${port}/hooks`);
  const findings = await webhookFindings();
  expect(findings.map(({ status }) => status)).toEqual(["fault", "fault", "fault"]);
  expect(findings[0]?.found).toMatch(/^whe_1_closed of org_live \(http:\/\/127\.0\.0\.1:1\): .*ECONNREFUSED/);
  expect(findings[1]?.found).toMatch(/^whe_2_tls .*no connection within 5 s/);
  expect(findings[2]?.found).toContain("10.0.0.5 is not on the public internet");
});

test("without COUNTERFOIL_WEBHOOK_ALLOW, connects to no private address", async () => {
  await endpoint("whe_open", `http://127.0.0.1:${port}/hooks`);
  const [finding] = await webhookFindings({});
  expect(finding).toMatchObject({
    status: "fault",
    found: expect.stringContaining("not on the public internet") as string,
  });
});

test("warns of recent failures of a reachable endpoint, and of endpoints that the platform disabled", async () => {
  await endpoint("whe_1_failing", `http://127.0.0.1:${port}/hooks`);
  await sql("update webhook_endpoint set failing_since = '2026-03-01T10:00:00Z' where id = 'whe_1_failing'");
  await delivery("whe_1_failing", 1, { status: "pending" });
  await delivery("whe_1_failing", 2, { status: "failed", days: 6 });
  await delivery("whe_1_failing", 3, { status: "failed", days: 8 });
  await endpoint("whe_2_gone", `http://127.0.0.1:${port}/hooks`, { disabled: "gone" });
  const findings = await webhookFindings();
  expect(findings).toMatchObject([
    {
      status: "warning",
      found:
        `whe_1_failing of org_live (http://127.0.0.1:${port}) fails since 2026-03-01T10:00:00Z: ` +
        "1 retried now, 1 given up in a week; The endpoint answered 500.",
    },
    { status: "warning", found: `whe_2_gone of org_live (http://127.0.0.1:${port}) was disabled: it answered 410` },
  ]);
});
