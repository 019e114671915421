import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../src/postgres/index.ts";

interface Table {
  name: string;
  has_organization: boolean;
  row_security: boolean;
  /** The conditions of its policies for reading and for writing rows. */
  policies: string[];
  owned_by_application: boolean;
}

/** Tables without an organization, and why. */
const withoutOrganization: Readonly<Record<string, string>> = {
  schema_migration: "the applied migrations; the application cannot read it",
};

/** Only the organization's own table has the organization's ID in `id`. */
const isOrganization = ({ name }: Table) => name === "organization";

let database: TestDatabase;
let tables: Table[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const { rows } = await client.query<Table>(
    `select c.relname as name, c.relrowsecurity as row_security,
       exists (select from pg_attribute a where a.attrelid = c.oid and a.attname in ('organization_id', 'organization_number')
           and a.attnotnull)
         as has_organization,
       array(select coalesce(pg_get_expr(p.polqual, p.polrelid), 'true') || ' / ' ||
                    coalesce(pg_get_expr(p.polwithcheck, p.polrelid), pg_get_expr(p.polqual, p.polrelid), 'true')
             from pg_policy p where p.polrelid = c.oid) as policies,
       pg_get_userbyid(c.relowner) = $1 as owned_by_application
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and has_any_column_privilege($1, c.oid, 'select, insert, update')
     order by 1`,
    [new URL(database.appUrl).username],
  );
  await client.end();
  tables = rows.filter(({ name }) => !(name in withoutOrganization));
});

afterAll(() => database.drop());

test("every table that the application can access has an organization column (R-ORG-1)", () => {
  expect(tables.length).toBeGreaterThan(10);
  expect(tables.filter((table) => !table.has_organization && !isOrganization(table)).map(({ name }) => name)).toEqual(
    [],
  );
});

test("every table has row-level security, and the application owns none, so it cannot bypass it (R-ORG-1)", () => {
  expect(tables.filter((table) => !table.row_security).map(({ name }) => name)).toEqual([]);
  expect(tables.filter((table) => table.owned_by_application).map(({ name }) => name)).toEqual([]);
});

test("every policy compares the row's organization with that of the connection, for reads and writes (R-ORG-1)", () => {
  const wanted = (table: Table) =>
    isOrganization(table)
      ? /\(id = .*current_organization\(\)/
      : /organization_id = .*current_organization\(\)|organization_number = .*current_organization_number\(\)/;
  const loose = tables.filter(
    (table) =>
      table.policies.length === 0 ||
      table.policies.some((policy) => policy.split(" / ").some((half) => !wanted(table).test(half))),
  );
  expect(loose.map(({ name, policies }) => `${name}: ${policies.join("; ")}`)).toEqual([]);
});
