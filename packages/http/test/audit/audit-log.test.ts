import { sealAudit, verifyAudit } from "@counterfoil/service";
import { environment, type Environment, type TestOrganization } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

// R-AUDIT-1: the log shows who changed what, and reveals changes of the log itself.

let platform: Environment;
let owner: pg.Client;

beforeAll(async () => {
  platform = await environment();
  owner = new pg.Client({ connectionString: platform.database.ownerUrl });
  await owner.connect();
});
afterAll(() => owner.end());

interface Entry {
  readonly id: string;
  readonly action: string;
  readonly changes: Record<string, unknown>;
}

const contextOf = ({ id: organizationId }: TestOrganization) => ({
  ...platform.ports,
  organizationId,
  actor: { type: "system", id: "test" } as const,
  requestId: null,
});

/** An organization with twelve sealed changes of two accounts. */
async function sealedOrganization(): Promise<TestOrganization> {
  const organization = await platform.createOrganization();
  for (const name of ["Acme", "Bolt"]) {
    const { id } = await organization.api.post("/accounts", { name });
    for (const city of ["a", "b", "c", "d"])
      await organization.api.patch(`/accounts/${id}`, { name: `${name} ${city}` });
  }
  await sealed(organization);
  return organization;
}

async function sealed(organization: TestOrganization): Promise<void> {
  const waiting = "select count(*)::int as count from audit_unsealed where organization_id = $1";
  const count = async () => (await owner.query<{ count: number }>(waiting, [organization.id])).rows[0]?.count;
  await expect.poll(count, { timeout: 10_000 }).toBe(0);
}

async function faultsOf(organization: TestOrganization): Promise<string[]> {
  const { faults } = await verifyAudit(contextOf(organization));
  return faults.map(({ kind, id }) => `${kind} ${id}`);
}

const idsOf = async ({ id }: TestOrganization) =>
  (
    await owner.query<{ id: string }>("select id from audit_entry where organization_id = $1 order by id", [id])
  ).rows.map((row) => row.id);

test("records a change with its values before and after, and finds it by object, action, actor, request and time", async () => {
  const { api } = await platform.createOrganization();
  const account = await api.post("/accounts", { name: "Acme" });
  const changed = await api.request("PATCH", `/accounts/${account.id}`, { body: { name: "Acme Ltd" } });
  const ask = async (query: string) => (await api.get<{ items: Entry[] }>(`/audit?${query}`)).items;
  const [entry] = await ask(`objectId=${account.id}`);
  const [key] = (await api.get<{ items: { id: string }[] }>("/api-keys")).items;
  expect(entry).toMatchObject({
    actor: { type: "api_key", id: key?.id },
    action: "account.updated",
    requestId: changed.headers.get("X-Request-Id"),
    changes: { name: { before: "Acme", after: "Acme Ltd" } },
  });
  const actions = async (query: string) => (await ask(query)).map(({ action }) => action);
  expect(await actions(`objectId=${account.id}`)).toEqual(["account.updated", "account.created"]);
  expect(await actions(`actorId=${key?.id}&action=account.*`)).toEqual(["account.updated", "account.created"]);
  expect(await actions("actorType=command")).toEqual(["api_key.created", "organization.created"]);
  expect(await actions("from=2090-01-01")).toEqual([]);
  expect(await actions("to=2020-01-01T00:00:00Z")).toEqual([]);
  // Reading page by page returns the same entries as reading all at once.
  const pages: string[] = [];
  let cursor = "";
  do {
    const page = await api.get<{ items: Entry[]; nextCursor: string | null }>(`/audit?limit=1${cursor}`);
    pages.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor === null ? "" : `&cursor=${page.nextCursor}`;
  } while (cursor !== "");
  expect(pages).toEqual((await ask("limit=100")).map(({ id }) => id));
  expect(pages).toHaveLength(4);
});

test("verifies an unchanged log, regardless of how many workers sealed it", async () => {
  const organization = await sealedOrganization();
  const contexts = [1, 2, 3, 4].map(() => contextOf(organization));
  await Promise.all(
    contexts.map(async (context) => {
      await organization.api.post("/accounts", { name: "Meanwhile" });
      await sealAudit(context);
    }),
  );
  await sealed(organization);
  expect(await faultsOf(organization)).toEqual([]);
  const { head } = await verifyAudit(contextOf(organization));
  expect(await verifyAudit(contextOf(organization), { noted: head! })).toMatchObject({ faults: [] });
});

test.each([
  ["changed", 'update audit_entry set changes = \'{"name":{"before":null,"after":"Forged"}}\' where id = $1'],
  ["changed", "update audit_entry set at = at - interval '1 day' where id = $1"],
  ["changed", "update audit_entry set actor_id = 'person_other' where id = $1"],
  ["removed", "delete from audit_entry where id = $1"],
] as const)("names an entry that is %s after sealing: %s", async (kind, statement) => {
  const organization = await sealedOrganization();
  const [, , third = ""] = await idsOf(organization);
  await owner.query(statement, [third]);
  expect(await faultsOf(organization)).toEqual([`${kind} ${third}`]);
});

test("names an entry that was inserted later or swapped with another", async () => {
  const organization = await sealedOrganization();
  const [first = "", second = ""] = await idsOf(organization);
  const copy = `insert into audit_entry (organization_id, id, at, actor_type, actor_id, request_id, action, object_id, changes)
    select organization_id, id || 'x', at, actor_type, actor_id, request_id, action, object_id, changes from audit_entry where id = $1`;
  await owner.query(copy, [first]);
  expect(await faultsOf(organization)).toEqual([`added ${first}x`]);
  await owner.query("delete from audit_entry where id = $1 || 'x'", [first]);
  // Two entries swap their positions.
  await owner.query("update audit_entry set id = 'swap' where id = $1", [first]);
  await owner.query("update audit_entry set id = $1 where id = $2", [first, second]);
  await owner.query("update audit_entry set id = $1 where id = 'swap'", [second]);
  expect(await faultsOf(organization)).toEqual([`changed ${first}`, `changed ${second}`]);
});

test("detects a forged seal by the broken chain, and a removed seal by its absence", async () => {
  const organization = await sealedOrganization();
  await organization.api.post("/accounts", { name: "Later" });
  await sealed(organization);
  const { head } = await verifyAudit(contextOf(organization));
  expect(Number(head?.number)).toBeGreaterThan(1);
  const [first = ""] = await idsOf(organization);
  await owner.query("update audit_entry set action = 'nothing.happened' where id = $1", [first]);
  // An attacker with database access also knows how seals are calculated.
  await owner.query(
    `update audit_seal s set entry_hashes[1] = audit_entry_hash(e) from audit_entry e
     where s.organization_id = $1 and s.number = 1 and e.id = $2`,
    [organization.id, first],
  );
  expect(await faultsOf(organization)).toEqual(["seal_broken 1"]);
  await owner.query(
    `update audit_seal set hash = audit_seal_hash(organization_id, number, entry_ids, entry_hashes, sealed_at, '')
     where organization_id = $1 and number = 1`,
    [organization.id],
  );
  expect(await faultsOf(organization)).toEqual(["seal_broken 2"]);
  await owner.query("delete from audit_seal where organization_id = $1 and number = 1", [organization.id]);
  expect(await faultsOf(organization)).toContain("seal_missing 1");
  // A last seal that was stored elsewhere reveals a log that was resealed.
  const noted = { number: head?.number ?? "", hash: "00" };
  expect((await verifyAudit(contextOf(organization), { noted })).faults.at(-1)).toMatchObject({ kind: "seal_broken" });
});
