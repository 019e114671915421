import { createHash } from "node:crypto";
import { applicationUrl, foldAllIncrements } from "@counterfoil/storage";
import { environment, type Environment, type TestOrganization } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildWorld, type World } from "../conformance/world.ts";

// R-ORG-1 below the code: what the database itself refuses to the server's role.

let platform: Environment;
let ours: TestOrganization;
let theirs: TestOrganization;
let world: World;
/** The role of the server, and the owner who sees everything. */
let server: pg.Client;
let owner: pg.Client;
let tables: string[];
/** The column that assigns the rows of a table to an organization, and its value. */
let belonging: (table: string) => { column: string; valueOf(organization: TestOrganization): string };
/** IDs of an accepted quote of ours and of one of theirs. */
const tokens: string[] = [];

beforeAll(async () => {
  platform = await environment();
  [ours, theirs] = [await platform.createOrganization(), await platform.createOrganization()];
  world = await buildWorld(theirs.api);
  const worlds = [await buildWorld(ours.api), world];
  for (const [index, { api }] of [ours, theirs].entries()) {
    const { plans, accounts } = worlds[index] ?? world;
    const unwanted = await api.post("/quotes", { quoteTemplateId: plans.full.id, accountId: accounts.bare.id });
    const sent = await api.post<{ token: string }>(`/subscriptions/${unwanted.id}/send`);
    await api.post(`/quotes/${sent.token}/decline`, { declinerName: "Grace Cole", reason: "Too expensive" });
    const quote = await api.post("/quotes", { quoteTemplateId: plans.full.id, accountId: accounts.bare.id });
    const { token } = await api.post<{ token: string }>(`/subscriptions/${quote.id}/send`);
    await api.post(`/quotes/${token}/accept`, { signerName: "Ada Byron", signerEmail: "ada@example.com" });
    tokens.push(token);
    await api.post("/tax-rates", { name: "VAT", percentage: "20" });
    // Usage with totals.
    const metricId = (await api.post("/metrics", { name: "Seen", eventName: "seen", aggregation: { method: "count" } }))
      .id;
    // And an alert on it, which reports the first event.
    const alert = { name: "Seen", metricId, measure: "quantity", period: "none", thresholds: ["1"] };
    await api.post("/usage-alerts", alert);
    await api.post("/accounts", { name: "Seen", aliases: ["seen"] });
    await api.post("/events", { uniqueId: "seen", account: "seen", eventName: "seen" });
  }
  // Totals contain only folded usage; recent events are not in them yet.
  for (const { id, api } of [ours, theirs]) {
    await platform.ports.database.transaction(id, foldAllIncrements);
    await api.post("/events", { uniqueId: "seen again", account: "seen", eventName: "seen" });
  }
  // It keeps settings of its session, so it does not go through a pooler.
  server = new pg.Client({ connectionString: applicationUrl(platform.database.ownerUrl) });
  owner = new pg.Client({ connectionString: platform.database.ownerUrl });
  await server.connect();
  await owner.connect();
  tables = await column(
    owner,
    `select c.relname from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname in ('organization_id', 'organization_number')
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  const numbered = await column(
    owner,
    "select relname from pg_class join pg_attribute on attrelid = pg_class.oid where attname = 'organization_number'",
  );
  const { rows } = await owner.query<{ id: string; number: number }>("select id, number from organization");
  const numbers = new Map(rows.map(({ id, number }) => [id, String(number)]));
  belonging = (table) =>
    numbered.includes(table)
      ? { column: "organization_number", valueOf: ({ id }) => numbers.get(id) ?? "" }
      : { column: "organization_id", valueOf: ({ id }) => id };
  expect(tables.length).toBeGreaterThan(20);
});

afterAll(async () => {
  await server.end();
  await owner.end();
});

/** The first column of every row. */
async function column(client: pg.Client, text: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await client.query({ text, values, rowMode: "array" });
  return rows.map((row) => String(row[0]));
}

/** Runs a statement as the server does for an organization, and rolls it back. */
async function within<Result>(organizationId: string, work: () => Promise<Result>): Promise<Result> {
  await server.query("begin");
  await server.query("select set_config('counterfoil.organization_id', $1, true)", [organizationId]);
  try {
    return await work();
  } finally {
    await server.query("rollback");
  }
}

const refused = (message = /./) => expect.objectContaining({ code: "42501", message: expect.stringMatching(message) });

test("the server's role is no superuser, cannot bypass row-level security, and owns nothing (R-ORG-1)", async () => {
  const [role] = (await server.query("select * from pg_roles where rolname = current_user")).rows;
  expect(role).toMatchObject({
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
  });
  expect(await column(server, "select count(*) from pg_class where relowner = current_user::regrole")).toEqual(["0"]);
  expect(await column(server, "select count(*) from pg_proc where proowner = current_user::regrole")).toEqual(["0"]);
  // It is not a member of a more powerful role either.
  expect(
    await column(server, "select roleid::regrole from pg_auth_members where member = current_user::regrole"),
  ).toEqual([]);
  const schema = "select has_schema_privilege('public', 'create')";
  expect(await column(server, schema)).toEqual(["false"]);
});

test("every table of an organization has row-level security with a policy for reading and writing (R-ORG-1)", async () => {
  const unguarded = await column(
    owner,
    `select c.relname from pg_class c where c.relname = any($1) and c.relnamespace = 'public'::regnamespace
       and not (c.relrowsecurity and exists (select from pg_policies p where p.tablename = c.relname
         and p.permissive = 'PERMISSIVE' and p.cmd = 'ALL' and p.qual is not null and p.with_check is not null))`,
    [[...tables, "organization"]],
  );
  expect(unguarded).toEqual([]);
  const policies = await column(owner, "select tablename from pg_policies where schemaname = 'public' order by 1");
  // One policy each: a second one would be combined with or.
  expect(policies).toEqual([...tables, "organization"].toSorted());
});

test("partitions are accessible only through their table, whose policy protects them (R-ORG-1)", async () => {
  await server.query("select make_usage_partitions('2031-01-01', '2031-02-01')");
  const partitions = await column(
    owner,
    "select relname from pg_class where relispartition and relkind = 'r' order by 1",
  );
  expect(partitions).toEqual(
    expect.arrayContaining(["usage_event_2031_01", "usage_event_2031_02", "usage_event_rest"]),
  );
  for (const partition of partitions) {
    for (const statement of [`select from ${partition}`, `delete from ${partition}`]) {
      await expect(server.query(statement)).rejects.toThrow("permission denied");
    }
  }
});

test("only tables of the installation have no organization, and the server cannot change them", async () => {
  const others = await column(
    owner,
    `select relname from pg_class where relkind in ('r', 'p') and not relispartition
       and relnamespace = 'public'::regnamespace and relname <> all($1) order by 1`,
    [tables],
  );
  expect(others).toEqual([
    "organization",
    "schema_migration",
    "usage_history_table",
    "usage_hot_days",
    "usage_retention",
  ]);
  const grants =
    "select privilege_type from information_schema.role_table_grants where grantee = current_user and table_name = $1";
  expect(await column(server, grants, ["schema_migration"])).toEqual([]);
  expect(await column(server, grants, ["usage_history_table"])).toEqual([]);
  expect(await column(server, grants, ["usage_retention"])).toEqual([]);
  expect(await column(server, grants, ["usage_hot_days"])).toEqual([]);
});

test("no view or privilege bypasses the policies: views run as their caller, truncate is not granted", async () => {
  const views = await column(
    owner,
    `select relname from pg_class where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace
       and coalesce(reloptions::text, '') not like '%security_invoker=true%'`,
  );
  expect(views).toEqual([]);
  const rights = await column(
    server,
    `select t || ' ' || r from unnest($1::text[]) t, unnest(array['truncate', 'references', 'trigger']) r
     where has_table_privilege(t, r)`,
    [tables],
  );
  expect(rights).toEqual([]);
});

test("foreign keys and unique indexes of an organization's tables include the organization", async () => {
  const strayReferences = await column(
    owner,
    `select k.conname from pg_constraint k
       join pg_class t on t.oid = k.conrelid and t.relname = any($1)
       join pg_attribute a on a.attrelid = t.oid and a.attname = 'organization_id'
     where k.contype = 'f' and not (a.attnum = any(k.conkey))`,
    [tables],
  );
  // A person belongs to no organization; memberships define that.
  expect(strayReferences).toEqual(["membership_person_id_fkey"]);
  const strayUniques = await column(
    owner,
    `select i.indexrelid::regclass::text from pg_index i
       join pg_class t on t.oid = i.indrelid and t.relname = any($1)
       join pg_attribute a on a.attrelid = t.oid and a.attname in ('organization_id', 'organization_number')
     where i.indisunique and not (a.attnum = any(i.indkey))`,
    [tables],
  );
  expect(strayUniques.toSorted()).toEqual([
    // The hash of a key or link token identifies the organization, so it must be unique among all.
    "api_key_hash_key",
    "invitation_token_hash_key",
    "invoice_link_token_hash_key",
    "oauth_token_pkey",
    "portal_link_token_hash_key",
    "quote_link_token_hash_key",
    // Numbers that the database assigns, each to one organization.
    "usage_series_generation_account_id_group_values_key",
    "usage_series_pkey",
    "usage_stream_pkey",
    "usage_total_pkey",
    "usage_totalling_generation_key",
  ]);
});

test("no table references its organization both itself and by a row of it", async () => {
  // Each reference is looked up for each row that is written, and one by a row that has the organization says the same.
  const { rows } = await owner.query<{ table: string; own: number; others: number }>(
    `select t.relname as table,
       count(*) filter (where k.confrelid = 'organization'::regclass and cardinality(k.conkey) = 1)::int as own,
       count(*) filter (where cardinality(k.conkey) > 1 and not exists (
         select from pg_attribute a where a.attrelid = t.oid and a.attnum = any(k.conkey) and not a.attnotnull))::int as others
     from pg_class t join pg_constraint k on k.conrelid = t.oid and k.contype = 'f'
     where t.relname = any($1) group by 1`,
    [tables],
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ own, others }) => own > (others === 0 ? 1 : 0)).map(({ table }) => table)).toEqual([]);
});

test("exactly these functions run with the owner's rights, with a fixed search path, and not for everyone", async () => {
  const functions = await owner.query<{ name: string; config: string[] | null; open: boolean }>(
    `select proname as name, proconfig as config, has_function_privilege('public', oid, 'execute') as open
     from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1`,
  );
  expect(functions.rows.length).toBeGreaterThan(0);
  for (const { name, config, open } of functions.rows) {
    // A temporary table would hide one of ours unless its schema comes last.
    expect([name, config, open]).toEqual([name, expect.arrayContaining(["search_path=public, pg_temp"]), false]);
  }
  expect(functions.rows.map((row) => row.name)).toEqual([
    "applied_migrations",
    "choose_usage_history_table",
    "detach_usage_month",
    "drop_usage_before",
    "dropped_streams",
    "dropped_usage_entries",
    "erase_decliners",
    "erase_from_audit",
    "erase_from_notifications",
    "erase_quote_documents",
    "erase_signers",
    "erase_stream_names",
    "find_api_key",
    "find_by_amount",
    "find_invitation",
    "find_invoice_link",
    "find_oauth_token",
    "find_portal_link",
    "find_quote_link",
    "finish_usage_month",
    "first_kept_usage",
    "forget_dead_letters",
    "forget_idempotency_records",
    "forget_oauth",
    "forget_requests",
    "make_usage_partitions",
    "organizations_of_dropped_month",
    "organizations_with_alerts_to_look_at",
    "organizations_with_costs_to_backfill",
    "organizations_with_costs_to_book",
    "organizations_with_due_credit",
    "organizations_with_due_mail",
    "organizations_with_due_work",
    "organizations_with_events_to_copy",
    "organizations_with_margins_to_look_at",
    "organizations_with_old_webhooks",
    "organizations_with_payments_due",
    "organizations_with_rejected_events",
    "organizations_with_spend_to_look_at",
    "organizations_with_totals_to_make",
    "organizations_with_unsealed_audit",
    "organizations_with_usage_increments",
    "release_usage_keys",
    "usage_history_standing",
    "usage_history_table_name",
    "usage_month_standing",
    "usage_months_to_drop",
    "waiting_history",
    "waiting_usage_increments",
    "waiting_work",
    "webhook_endpoints_due",
  ]);
});

test("refuses a statement without an organization instead of returning nothing", async () => {
  await server.query("reset counterfoil.organization_id");
  // The policy is evaluated for an index scan before a row is read: an empty table refuses too.
  await server.query("set enable_seqscan = off");
  for (const table of [...tables, "organization"]) {
    await expect(server.query(`select * from ${table} limit 1`), table).rejects.toEqual(
      refused(/without an organization/),
    );
  }
  await server.query("reset enable_seqscan");
  await server.query("set counterfoil.organization_id = ''");
  await expect(server.query("select * from account")).rejects.toEqual(refused(/without an organization/));
});

test("a query without a condition on the organization sees only its own rows, in every table", async () => {
  let seen = 0;
  // Entries that wait for a seal disappear a moment later.
  for (const table of tables.filter((one) => one !== "audit_unsealed")) {
    const { column: name, valueOf } = belonging(table);
    const statement = `select distinct ${name} from ${table}`;
    const found = await within(ours.id, () => column(server, statement));
    expect(
      found.filter((value) => value !== valueOf(ours)),
      table,
    ).toEqual([]);
    if (found.length > 0) seen += 1;
    // The worker's writes reach the other organization a moment later.
    if (found.length > 0)
      await expect.poll(() => column(owner, statement), { message: table, timeout: 10_000 }).toContain(valueOf(theirs));
  }
  expect(seen).toBeGreaterThan(10);
  expect(await within(ours.id, () => column(server, "select id from organization"))).toEqual([ours.id]);
});

test("an update without a condition on the organization changes only its own rows, and none by another's ID", async () => {
  const statement = "update account set name = 'Taken over'";
  const changed = await within(ours.id, async () => (await server.query(statement)).rowCount);
  const own = await column(owner, "select count(*) from account where organization_id = $1", [ours.id]);
  expect(String(changed)).toBe(own[0]);
  const byId = `update account set name = 'Taken over' where id = '${world.accounts.full.id}'`;
  expect(await within(ours.id, async () => (await server.query(byId)).rowCount)).toBe(0);
  const removed = `delete from bundle where id = '${world.bundle.id}'`;
  expect(await within(ours.id, async () => (await server.query(removed)).rowCount)).toBe(0);
});

test("no row can be written for another organization, or given to it", async () => {
  const insert = `insert into account (organization_id, id, name, currency, created_at, updated_at)
    values ('${theirs.id}', 'acct_forged', 'Forged', 'USD', now(), now())`;
  await expect(within(ours.id, () => server.query(insert))).rejects.toEqual(refused(/row-level security/));
  let tried = 0;
  for (const table of tables) {
    const rows = await within(ours.id, () => column(server, `select count(*) from ${table}`));
    if (rows[0] === "0") continue;
    const { column: name, valueOf } = belonging(table);
    const give = `update ${table} set ${name} = '${valueOf(theirs)}'`;
    await expect(
      within(ours.id, () => server.query(give)),
      table,
    ).rejects.toEqual(refused());
    tried += 1;
  }
  expect(tried).toBeGreaterThan(10);
});

test("a quote's token leads only to its owner: content and signature are out of reach (R-SUB-1)", async () => {
  const [mine = "", foreign = ""] = tokens.map((token) => createHash("sha256").update(token).digest("hex"));
  const find = "select organization_id from find_quote_link(decode($1, 'hex'))";
  expect(await column(server, find, [foreign])).toEqual([theirs.id]);
  expect(await column(server, find, [`${foreign.slice(2)}00`])).toEqual([]);
  await within(ours.id, async () => {
    const links = "select content from quote_link where token_hash = decode($1, 'hex')";
    expect(await column(server, links, [mine])).toHaveLength(1);
    expect(await column(server, links, [foreign])).toEqual([]);
    expect(await column(server, "select signer_name from quote_signature")).toEqual(["Ada Byron"]);
    expect(await column(server, "select decliner_name from quote_decline")).toEqual(["Grace Cole"]);
    // Each organization counts its own quotes.
    expect(await column(server, "select number from quote_link order by 1")).toEqual([
      expect.stringMatching(/^Q-\d{4}-0001$/),
      expect.stringMatching(/^Q-\d{4}-0002$/),
    ]);
  });
  // Only the hash of a token is stored.
  expect(await column(owner, "select 1 from quote_link l where l::text like '%' || $1 || '%'", [tokens[0]])).toEqual(
    [],
  );
});

test("signatures and declines can be added and read, but not changed or removed (R-SUB-1)", async () => {
  for (const [table, name] of [
    ["quote_signature", "signer_name"],
    ["quote_decline", "decliner_name"],
  ]) {
    const mine = `${table} where organization_id = '${ours.id}'`;
    await expect(within(ours.id, () => server.query(`delete from ${mine}`))).rejects.toEqual(refused());
    const change = `update ${table} set ${name} = 'x' where organization_id = '${ours.id}'`;
    await expect(within(ours.id, () => server.query(change))).rejects.toEqual(refused());
  }
});

test("the audit trail and the notifications can be added to and read, but not changed (R-AUDIT-1)", async () => {
  for (const table of ["audit_entry", "audit_seal", "notification"]) {
    const mine = `${table} where organization_id = '${ours.id}'`;
    await expect(within(ours.id, () => server.query(`delete from ${mine}`))).rejects.toEqual(refused());
    await expect(within(ours.id, () => server.query(`truncate ${table}`))).rejects.toEqual(refused());
    const change = `update ${table} set organization_id = organization_id where organization_id = '${ours.id}'`;
    await expect(within(ours.id, () => server.query(change))).rejects.toEqual(refused());
  }
});

test("credentials of people are separate: the server's role cannot read them, and the other role can read nothing else", async () => {
  const secrets = await column(
    owner,
    "select relname from pg_class where relnamespace = 'identity'::regnamespace and relkind = 'r' and relname <> 'person'",
  );
  expect(secrets.length).toBeGreaterThan(5);
  for (const table of secrets) {
    await expect(server.query(`select from identity.${table}`), table).rejects.toEqual(refused());
  }
  await platform.addPerson(ours.id, "ours@example.com", "viewer");
  await platform.addPerson(theirs.id, "theirs@example.com", "viewer");
  const emails = "select email from identity.person";
  expect(await within(ours.id, () => column(server, emails))).toEqual(["ours@example.com"]);
  await expect(within(ours.id, () => server.query("update identity.person set email = 'x'"))).rejects.toEqual(
    refused(),
  );

  const people = new pg.Client({ connectionString: platform.database.peopleUrl });
  await people.connect();
  try {
    await people.query("select set_config('counterfoil.organization_id', $1, false)", [ours.id]);
    for (const table of [...tables, "organization", "member"]) {
      await expect(people.query(`select from ${table}`), table).rejects.toEqual(refused());
    }
    const [role] = (await people.query("select * from pg_roles where rolname = current_user")).rows;
    expect(role).toMatchObject({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false });
    expect(await column(people, "select count(*) from pg_class where relowner = current_user::regrole")).toEqual(["0"]);
  } finally {
    await people.end();
  }
});
