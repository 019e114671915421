import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { createApiKey, SCOPES, verifyAudit, verifyBooks } from "@counterfoil/service";
import { migrate } from "@counterfoil/storage";
import { createBareDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import { advance, type ReleaseDump, readReleaseDump, releasesFolder } from "@counterfoil/testkit/releases";
import { type Api, type Environment, type Json, startEnvironment } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

// R-OPS-3: upgrades the data of each earlier release with this release's migrations, while the earlier release's
// statements run.

const MIGRATIONS = new URL("../../migrations/", import.meta.url);
const releases = (await readdir(releasesFolder, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test("there is a release to upgrade from", () => {
  expect(releases).toContain("0.1.0");
});

test.each(releases)("the migrations of %s are unchanged since it was dumped", async (release) => {
  const { migrations, isReleased } = await readReleaseDump(release);
  expect(migrations.length).toBeGreaterThan(20);
  const remedy = isReleased
    ? "It is released, so databases out there have it as it was: put it back, and write another migration."
    : `${release} is not released yet, so it may be edited: write its dump anew, as docs/upgrading.md says.`;
  for (const { file, sha256 } of migrations) {
    const text = await readFile(new URL(file, MIGRATIONS), "utf8").catch(() => "");
    const found = createHash("sha256").update(text).digest("hex");
    expect(found, `${file} is not as it was when ${release} was dumped. ${remedy}`).toBe(sha256);
  }
});

for (const release of releases) {
  let dump: ReleaseDump;
  let database: TestDatabase;
  let owner: pg.Client;
  let environment: Environment | undefined;

  beforeAll(async () => {
    dump = await readReleaseDump(release);
    database = await createBareDatabase();
    await migrate(database.ownerUrl, undefined, dump.migrations.at(-1)?.file);
    owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query(dump.rows);
  });
  afterAll(async () => {
    await owner.end();
    await (environment === undefined ? database.drop() : environment.stop());
  });

  test(`${release}: applies the missing migrations to its data, and all its statements remain valid`, async () => {
    const before = await rowCounts(owner);
    expect(before["invoice_line"]).toBeGreaterThan(2);
    const after = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql") && name > lastOf(dump)).toSorted();
    expect((await migrate(database.ownerUrl)).applied).toEqual(after);
    expect(await rowCounts(owner)).toMatchObject(before);

    expect(dump.statements.length).toBeGreaterThan(100);
    const refused = [
      ...(await refusedStatements(
        database.appUrl,
        dump.statements.filter((text) => !isOfPeople(text)),
      )),
      ...(await refusedStatements(
        withOption(database.peopleUrl, "-csearch_path=identity"),
        dump.statements.filter(isOfPeople),
      )),
    ];
    expect(refused).toEqual([]);
    // Checks the check: a statement with a column that does not exist is rejected.
    expect(await refusedStatements(database.appUrl, ["select nothing_such from invoice where id = $1"])).toHaveLength(
      1,
    );
  });

  test(`${release}: its books are consistent, and due invoices are billed with the next number and balanced entries`, async () => {
    environment = await startEnvironment(undefined, { database });
    const { rows } = await owner.query<{ id: string; clock: string; last: string }>(
      `select o.id, (select id from test_clock c where c.organization_id = o.id) as clock,
         (select max(number) from invoice i where i.organization_id = o.id) as last from organization o`,
    );
    const [{ id: organizationId, clock, last } = { id: "", clock: "", last: "" }] = rows;
    const actor = { type: "system", id: "test" } as const;
    const context = { ...environment.ports, organizationId, actor, requestId: null };
    const differences: unknown[] = [];
    const prove = () => verifyBooks(context, { from: null, to: null, onDifference: (one) => differences.push(one) });
    const { invoices } = await prove();
    expect(invoices).toBeGreaterThan(1);

    const api = environment.api((await createApiKey(context, { name: "After", scopes: SCOPES })).token);
    await advance(api, { id: clock }, "2026-03-02T00:00:00Z");
    const march = (await issuedInvoices(api)).at(-1);
    expect(march).toMatchObject({ status: "issued", number: numberAfter(last) });
    // 50 calls × 0.02 of late usage for January, five seats × 12.00 for March, and 20% tax on both.
    expect(march).toMatchObject({ subtotal: "61.00", total: "73.20" });
    expect((await prove()).invoices).toBe(invoices + 1);
    expect(differences).toEqual([]);
    const { rows: sums } = await owner.query("select sum(a) as sum from journal_entry, unnest(amounts) as a");
    expect(Number(sums[0].sum)).toBe(0);
    expect((await verifyAudit(context)).faults).toEqual([]);
    expect(environment.failures).toEqual([]);
  });
}

function lastOf({ migrations }: ReleaseDump): string {
  return migrations.at(-1)?.file ?? "";
}

/** Better-auth and the people's use cases connect with their own role to the schema `identity`. */
function isOfPeople(text: string): boolean {
  return /identity|\b(?:person|session|credential|verification|second_factor|guess|letter|memberships_of)\b/.test(text);
}

/** The URL with a session setting. */
function withOption(address: string, option: string): string {
  const url = new URL(address);
  url.searchParams.set("options", option);
  return url.toString();
}

/** Prepares each statement. PostgreSQL does this only if every table, column, type and function in it exists. */
async function refusedStatements(url: string, statements: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const refused: string[] = [];
    for (const text of statements) {
      await client
        .query(`prepare one as ${text}`)
        .then(() => client.query("deallocate one"))
        .catch((error: Error) => refused.push(`${error.message}: ${text}`));
    }
    return refused;
  } finally {
    await client.end();
  }
}

async function rowCounts(owner: pg.Client): Promise<Record<string, number>> {
  const tables = ["account", "subscription", "invoice", "invoice_line", "journal_entry", "usage_event", "audit_entry"];
  const counts = tables.map(async (name) => {
    const { rows } = await owner.query<{ count: number }>(`select count(*)::integer as count from ${name}`);
    return [name, rows[0]?.count ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

async function issuedInvoices(api: Api): Promise<Json[]> {
  const { items } = await api.get<{ items: Json[] }>("/invoices?limit=100&sort=createdAt:asc");
  return Promise.all(items.map(({ id }) => api.get(`/invoices/${id}`)));
}

function numberAfter(number: string): string {
  return number.replace(/\d+$/, (digits) => String(Number(digits) + 1).padStart(digits.length, "0"));
}
