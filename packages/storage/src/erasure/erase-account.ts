import type { Tx } from "../database/tx.ts";

/** What prevents an erasure, by kind. */
export interface ErasureObstacles {
  runningSubscriptions: string[];
  openInvoices: string[];
  pendingPayments: string[];
}

export async function findErasureObstacles(tx: Tx, accountId: string): Promise<ErasureObstacles> {
  const [row] = await tx.sql<ErasureObstacles>(
    `select
       array(select id from subscription where organization_id = $1 and account_id = $2
         and status in ('accepted', 'active') and ended_at is null order by id) as running_subscriptions,
       array(select id from invoice where organization_id = $1 and account_id = $2
         and status in ('draft', 'issued', 'overdue') order by id) as open_invoices,
       array(select id from payment where organization_id = $1 and account_id = $2
         and status in ('pending', 'requires_action', 'processing') order by id) as pending_payments`,
    [tx.organizationId, accountId],
  );
  return row ?? { runningSubscriptions: [], openInvoices: [], pendingPayments: [] };
}

/**
 * The people named in an account's records, apart from the account itself: signers, people who declined quotes and their
 * reasons, mail recipients, and names that its contracts refer to.
 */
export async function findNamedPeople(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx.sql<{ named: string }>(
    `select unnest(array[signer_name, signer_email, signer_job_title, buyer_reference]) as named from subscription
       where organization_id = $1 and account_id = $2
     union select unnest(array[q.signer_name, q.signer_email, q.signer_job_title, q.network_address]) from quote_signature q
       join subscription s on s.organization_id = $1 and s.id = q.subscription_id and s.account_id = $2
       where q.organization_id = $1
     union select unnest(array[d.decliner_name, d.decliner_email, d.reason, d.network_address]) from quote_decline d
       join subscription s on s.organization_id = $1 and s.id = d.subscription_id and s.account_id = $2
       where d.organization_id = $1
     union select unnest(array[recipient, recipient_name]) from mail where organization_id = $1 and account_id = $2`,
    [tx.organizationId, accountId],
  );
  return rows.map(({ named }) => named).filter((named) => named !== null);
}

/** Every state of the account that the audit log contains. */
export async function findAuditedAccount(tx: Tx, accountId: string): Promise<object[]> {
  const rows = await tx.sql<{ changes: object }>(
    "select changes from audit_entry where organization_id = $1 and object_id = $2",
    [tx.organizationId, accountId],
  );
  return rows.map(({ changes }) => changes);
}

/** The IDs of the account and of everything that belongs to it. Records may refer to any of these. */
export async function findObjectsOfAccount(tx: Tx, accountId: string): Promise<string[]> {
  const of = (table: string) => `select id from ${table} where organization_id = $1 and account_id = $2`;
  const owned = [
    "contact",
    "subscription",
    "invoice",
    "credit_note",
    "payment",
    "credit_grant",
    "credit_conversion",
    "mail",
    "usage_alert",
    "account_note",
  ];
  const rows = await tx.sql<{ id: string }>(
    `select $2::text as id union all ${owned.map(of).join(" union all ")}
     union all select r.id from refund r join payment p on p.organization_id = $1 and p.id = r.payment_id and p.account_id = $2
       where r.organization_id = $1
     union all select v.id from subscription_version v
       join subscription s on s.organization_id = $1 and s.id = v.subscription_id and s.account_id = $2
       where v.organization_id = $1`,
    [tx.organizationId, accountId],
  );
  return rows.map(({ id }) => id);
}

export interface ErasedRows {
  mails: number;
  signatures: number;
}

/** Columns that may contain a name that a user wrote, for tables with an account column. */
const WRITTEN_TEXTS: Readonly<Record<string, readonly string[]>> = {
  subscription: ["name", "description", "additional_terms", "invoice_memo_template", "invoice_footer_text"],
  payment: ["note", "failure_reason"],
  credit_grant: ["reason"],
  credit_conversion: ["reason"],
  usage_alert: ["name"],
};

/** Locks the rows to be changed, before the account and in the order of all locks (docs/locking.md). */
export async function lockErasedRows(tx: Tx, accountId: string): Promise<void> {
  const lockAll = (table: string, order: string) =>
    tx.sql(`select from ${table} where organization_id = $1 and account_id = $2 order by ${order} for no key update`, [
      tx.organizationId,
      accountId,
    ]);
  await lockAll("subscription", "id");
  await lockAll("payment", "id");
  await lockAll("payment_customer", "provider");
  await tx.sql(
    `select from refund r join payment p on p.organization_id = $1 and p.id = r.payment_id
     where r.organization_id = $1 and p.account_id = $2 order by r.id for no key update of r`,
    [tx.organizationId, accountId],
  );
  await lockAll("usage_alert", "id");
}

/**
 * Deletes or empties what names people outside issued documents. Contacts, aliases and the account itself are handled
 * separately.
 */
export async function eraseAccountRows(tx: Tx, accountId: string, texts: readonly string[]): Promise<ErasedRows> {
  const values = [tx.organizationId, accountId];
  for (const [table, columns] of Object.entries(WRITTEN_TEXTS)) {
    const settings = columns.map((column) => `${column} = without_texts(${column}, $3, '{}')`).join(", ");
    await tx.sql(`update ${table} set ${settings} where organization_id = $1 and account_id = $2`, [...values, texts]);
  }
  await tx.sql(
    `update refund r set reason = without_texts(r.reason, $3, '{}'), failure_reason = without_texts(r.failure_reason, $3, '{}')
     from payment p where r.organization_id = $1 and p.organization_id = $1 and p.id = r.payment_id and p.account_id = $2`,
    [...values, texts],
  );
  // The PDFs of quotes name the signer, so they are deleted, and `hasPDF` becomes false.
  await tx.sql(
    `update subscription set signer_name = null, signer_email = null, signer_job_title = null, pdf_sha256 = null,
       cancelation_reason_description = null, buyer_reference = null where organization_id = $1 and account_id = $2`,
    values,
  );
  const [signed] = await tx.sql<{ count: number }>(
    `select erase_signers(array(select id from subscription where organization_id = $1 and account_id = $2)) as count`,
    values,
  );
  await tx.sql(
    "select erase_decliners(array(select id from subscription where organization_id = $1 and account_id = $2))",
    values,
  );
  await tx.sql(
    "select erase_quote_documents(array(select id from subscription where organization_id = $1 and account_id = $2))",
    values,
  );
  await tx.sql(
    `delete from quote_link l using subscription s where l.organization_id = $1 and s.organization_id = $1
       and s.id = l.subscription_id and s.account_id = $2`,
    values,
  );
  await tx.sql("delete from payment_customer where organization_id = $1 and account_id = $2", values);
  await tx.sql("select erase_stream_names($1)", [accountId]);
  await tx.sql(
    `delete from invoice_link l using invoice i where l.organization_id = $1 and i.organization_id = $1
       and i.id = l.invoice_id and i.account_id = $2`,
    values,
  );
  for (const table of ["account_note", "account_tag", "account_metadata"]) {
    await tx.sql(`delete from ${table} where organization_id = $1 and account_id = $2`, values);
  }
  await tx.sql("delete from portal_link where organization_id = $1 and account_id = $2", values);
  const mails = await tx.sql("delete from mail where organization_id = $1 and account_id = $2 returning id", values);
  return { mails: mails.length, signatures: signed?.count ?? 0 };
}

/** Counts the records of an account that the law requires to keep, for the response. */
export async function countKept(
  tx: Tx,
  accountId: string,
): Promise<{ invoices: number; notes: number; quotes: number }> {
  const [row] = await tx.sql<{ invoices: number; notes: number; quotes: number }>(
    `select
       (select count(*)::integer from invoice where organization_id = $1 and account_id = $2 and number is not null) as invoices,
       (select count(*)::integer from credit_note where organization_id = $1 and account_id = $2) as notes,
       (select count(*)::integer from quote_signature q join subscription s on s.organization_id = $1
         and s.id = q.subscription_id and s.account_id = $2 where q.organization_id = $1) as quotes`,
    [tx.organizationId, accountId],
  );
  return row ?? { invoices: 0, notes: 0, quotes: 0 };
}
