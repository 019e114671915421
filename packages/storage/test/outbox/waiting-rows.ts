import { createTestDatabase, insertOrganizations, type TestDatabase } from "@counterfoil/testkit/postgres";
import pg from "pg";
import {
  type Claimed,
  claimDue,
  type Database,
  LETTERS,
  MAILS,
  NOTICES,
  openDatabase,
  openPeopleDatabase,
  type OutboxTable,
  PAYMENT_CALLS,
  type PeopleDatabase,
  REFUND_CALLS,
  settleAttempt,
  WEBHOOK_DELIVERIES,
} from "../../src/index.ts";

export const TABLES: readonly OutboxTable[] = [
  MAILS,
  LETTERS,
  NOTICES,
  WEBHOOK_DELIVERIES,
  PAYMENT_CALLS,
  REFUND_CALLS,
];

/** A waiting row with the minimum that its table requires. */
const INSERTS: Readonly<Record<string, string>> = {
  mail: `insert into mail (organization_id, id, kind, recipient, occasion, locale, particulars, status, round, attempts,
      next_attempt_at, created_at, updated_at)
    values ($1, $2, 'webhook_disabled', 'a@example.com', $2, 'en-GB', '{}', 'queued', 1, 0, $3, $3, $3)`,
  letter: `insert into identity.letter (id, kind, recipient, recipient_name, token, attempts, next_attempt_at, expires_at, created_at)
    select $2, 'password_reset', 'a@example.com', 'A', 'token', 0, $3, '2999-01-01', $3 where $1::text is not null`,
  notice: `insert into identity.notice (id, kind, recipient, recipient_name, facts, attempts, next_attempt_at, expires_at, created_at)
    select $2, 'password_changed', 'a@example.com', 'A', '{}', 0, $3, '2999-01-01', $3 where $1::text is not null`,
  webhook_delivery: `insert into webhook_delivery (organization_id, endpoint_id, notification_id, object_id, type, sequence, happened_at,
      status, next_attempt_at, attempts, tries)
    values ($1, 'we', $2, coalesce($4, $2), 'account.updated', coalesce($5, 1), $3, 'pending', $3, 0, 0)`,
  payment: `insert into payment (organization_id, id, account_id, invoice_id, currency, amount, applied_amount, credited_amount,
      refunded_amount, refunded_credit_amount, status, method, provider, is_automatic, next_attempt_at, created_at, updated_at)
    values ($1, $2, 'acct', $2, 'EUR', 1, 0, 0, 0, 0, 'pending', 'card', 'stripe', true, $3, $3, $3)`,
  refund: `insert into refund (organization_id, id, payment_id, amount, credit_amount, reason, status, next_attempt_at, created_at, updated_at)
    values ($1, $2, 'pay', 1, 0, 'asked', 'pending', $3, $3, $3)`,
};

export interface Rows {
  /** Inserts a waiting row. Deliveries of one object take turns by their sequence. */
  insert(table: OutboxTable, id: string, dueAt: string, turn?: { object: string; sequence: number }): Promise<void>;
  /** Claims rows of a table and returns them. */
  claim(table: OutboxTable, now: string, until: string, limit?: number): Promise<Claimed<Row>[]>;
  settle(table: OutboxTable, row: Claimed<Row>, made: Partial<Row>): Promise<boolean>;
  /** Runs a statement directly on the database. */
  sql<Found>(text: string, values?: unknown[]): Promise<Found[]>;
  close(): Promise<void>;
}

export interface Row {
  id: string;
  notificationId: string;
  attempts: number;
  nextAttemptAt: string | null;
  lockedUntil: string | null;
  status: string;
}

const ORGANIZATION = "org_a";

/** A database with outboxes, without the rows that they refer to. */
export async function openRows(): Promise<Rows> {
  const testDatabase: TestDatabase = await createTestDatabase();
  await insertOrganizations(testDatabase.ownerUrl, [ORGANIZATION, "org_b"]);
  const database: Database = openDatabase(testDatabase.appUrl);
  const people: PeopleDatabase = openPeopleDatabase(testDatabase.peopleUrl);
  const owner = new pg.Client({ connectionString: testDatabase.ownerUrl, options: "-c TimeZone=UTC" });
  await owner.connect();
  const { rows: keys } = await owner.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint
     where contype = 'f' and conrelid = any (array['mail', 'payment', 'refund', 'webhook_delivery']::regclass[])`,
  );
  for (const { table, name } of keys) await owner.query(`alter table ${table} drop constraint ${name}`);

  return {
    async insert(table, id, dueAt, turn) {
      const values = [ORGANIZATION, id, dueAt];
      const turns = [turn?.object ?? null, turn?.sequence ?? null];
      await owner.query(INSERTS[table.name] ?? "", table === WEBHOOK_DELIVERIES ? [...values, ...turns] : values);
    },
    async claim(table, now, until, limit = 100) {
      const lease = { now, until, limit, receiver: "we", soon: later(now, 1), far: later(now, 600) };
      const { taken } = table.isOfOrganization
        ? await database.transaction(ORGANIZATION, (tx) => claimDue<Row>(tx, table, lease))
        : await claimDue<Row>(people, table, lease);
      return taken.map((row) => ({ ...row, id: row.id ?? row.notificationId }));
    },
    settle: (table, row, made) =>
      table.isOfOrganization
        ? database.transaction(ORGANIZATION, (tx) => settleAttempt<Row>(tx, table, row, made))
        : settleAttempt<Row>(people, table, row, made),
    async sql(text, values) {
      return (await owner.query(text, values)).rows;
    },
    async close() {
      await owner.end();
      await database.close();
      await people.close();
      await testDatabase.drop();
    },
  };
}

/** The instant that is this many seconds later. */
export function later(instant: string, seconds: number): string {
  return new Date(Date.parse(instant) + seconds * 1_000).toISOString();
}
