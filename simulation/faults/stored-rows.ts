import type { Pool } from "pg";

/**
 * Tables that are ignored, in addition to those of usage events: request times, stored responses, the request log, the
 * chain of the audit log, which another job creates, and the numbers of the transactions that changed an account.
 */
const LEFT_OUT = new Set([
  "account_change",
  "api_key",
  "idempotency_record",
  "audit_unsealed",
  "audit_seal",
  "usage_alert_tail",
  "spend_tail",
  "cost_booking_tail",
  "request_log",
]);
/** Counters that keep gaps after a rollback, and random secrets. */
const NOT_COMPARED = ["sequence", "request_id", "link_token", "publication_number", "token", "password"];
const COUNTED = new Set([
  "notification",
  "audit_entry",
  "webhook_delivery",
  "subscription_version",
  "mail",
  "letter",
  "credential",
]);

/** Calls to the provider: each claim counts an attempt, also one whose result was lost, so a row says how often it failed. */
const CALLS = new Set(["payment", "refund"]);

/** Rows of no organization: people and their mail. Their addresses name the organization here (`World.address`). */
const OF_PEOPLE = [
  "select 'person', to_jsonb(t) from identity.person t where strpos(email, $1) > 0",
  `select 'credential', to_jsonb(t) from identity.credential t join identity.person p on p.id = t.person_id
   where strpos(p.email, $1) > 0`,
  "select 'letter', to_jsonb(t) from identity.letter t where strpos(recipient, $1) > 0",
  "select 'notice', to_jsonb(t) from identity.notice t where strpos(recipient, $1) > 0",
];

/** The rows of one organization, read directly. */
export interface StoredRows {
  /** All rows as one text, so that any difference is visible. */
  digest(): Promise<string>;
  /** All rows with IDs and instants replaced by their order, so that organizations with the same history are equal. */
  told(): Promise<string[]>;
}

export async function storedRows(owner: Pool, organizationId: string): Promise<StoredRows> {
  const tables = await tablesOfOrganizations(owner);
  const union = [
    ...tables.map(
      (table) => `select '${table}' as name, to_jsonb(t) as row from "${table}" t where organization_id = $1`,
    ),
    ...OF_PEOPLE,
  ].join(" union all ");

  return {
    async digest() {
      const text = `select md5(string_agg(name || row::text, ',' order by name, row::text)) as digest from (${union}) all_rows`;
      const { rows } = await owner.query<{ digest: string }>(text, [organizationId]);
      return rows[0]?.digest ?? "";
    },
    async told() {
      const text = `select name, row from (${union}) all_rows order by name, row ->> 'id', row::text`;
      const { rows } = await owner.query<{ name: string; row: Record<string, unknown> }>(text, [organizationId]);
      return told(rows);
    },
  };
}

async function tablesOfOrganizations(owner: Pool): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  return rows.map(({ name }) => name).filter((name) => !LEFT_OUT.has(name) && !name.startsWith("usage_"));
}

const ID = /\b([a-z]+)_[0-9a-hjkmnp-tv-z]{26}\b/g;
const INSTANT = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:\d\d)?)?/g;
const HASH = /\b[0-9a-f]{64}\b|\\\\x[0-9a-f]{64,}/g;
/** The provider's IDs, numbered. */
const AT_PROVIDER = /\b(pi|re|cus|pm|seti)_\w+/g;
/** A link's ID, which derives from its random token. */
const LINK = /\blink_[0-9a-f]{26}\b/g;
/** An encrypted secret, which is different each time. */
const SEALED = /\bsealed1\.[\w.-]+/g;
/** The first characters of an API key. */
const KEY = /\bcf_(test|live)_[\w-]+/g;

function told(rows: readonly { name: string; row: Record<string, unknown> }[]): string[] {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const nameOf = (id: string, kind: string): string => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const next = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, next);
    names.set(id, `${kind}#${next}`);
    return `${kind}#${next}`;
  };
  const texts = rows.map(({ name, row }) => {
    const leftOut = COUNTED.has(name) ? NOT_COMPARED : CALLS.has(name) ? ["attempts"] : [];
    const kept = Object.fromEntries(Object.entries(row).filter(([column]) => !leftOut.includes(column)));
    return `${name} ${JSON.stringify(kept)}`
      .replace(INSTANT, "T")
      .replace(HASH, "H")
      .replace(LINK, "link")
      .replace(AT_PROVIDER, "$1")
      .replace(KEY, "key")
      .replace(SEALED, "sealed")
      .replace(ID, (id, kind: string) => nameOf(id, kind));
  });
  return texts.toSorted();
}
