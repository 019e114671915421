import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { json } from "../json.ts";
import type { BuyerSnapshot, InvoiceLineRow, InvoiceRow, SellerSnapshot } from "./invoice-row.ts";

/** Rows per statement, well under PostgreSQL's 65,535 parameters. */
const CHUNK = 500;

/** Writes many invoices in one statement for every few hundred. */
export async function insertInvoices(tx: Tx, invoices: readonly InvoiceRow[]): Promise<void> {
  for (let from = 0; from < invoices.length; from += CHUNK) {
    const rows = invoices.slice(from, from + CHUNK).map((invoice) => ({
      ...invoice,
      organizationId: tx.organizationId,
      seller: json(invoice.seller),
      buyer: json(invoice.buyer),
    }));
    await tx.all(build.insertInto("invoice").values(rows));
  }
}

/** Writes any number of lines in one statement. One whose identity is already billed is refused by the database (invariant 8). */
export async function insertInvoiceLines(tx: Tx, lines: readonly InvoiceLineRow[]): Promise<void> {
  if (lines.length === 0) return;
  await tx.sql(
    `insert into invoice_line (organization_id, id, invoice_id, position, subscription_id, version_id, price_id, product_id,
       kind, adjustment_id, description, group_name, usage_group, usage_through, counted_on, period_start, period_end,
       service_period_start, service_period_end, quantity, unit_price, unit_label, amount, proration, explanation)
     select $1, id, "invoiceId", position, "subscriptionId", "versionId", "priceId", "productId",
       kind, "adjustmentId", description, "groupName", "usageGroup", "usageThrough", "countedOn", "periodStart", "periodEnd",
       "servicePeriodStart", "servicePeriodEnd", quantity, "unitPrice", "unitLabel", amount, proration, explanation
     from jsonb_to_recordset($2) as l (id text, "invoiceId" text, position integer, "subscriptionId" text, "versionId" text,
       "priceId" text, "productId" text, kind text, "adjustmentId" text, description text, "groupName" text,
       "usageGroup" jsonb, "usageThrough" bigint, "countedOn" date, "periodStart" date, "periodEnd" date,
       "servicePeriodStart" timestamptz, "servicePeriodEnd" timestamptz, quantity numeric, "unitPrice" numeric,
       "unitLabel" text, amount numeric, proration jsonb, explanation jsonb)`,
    [tx.organizationId, JSON.stringify(lines)],
    "insert-invoice-lines",
  );
}

/** Removes the lines of a draft that is decided again. */
export async function deleteDraftLines(tx: Tx, invoiceIds: readonly string[]): Promise<void> {
  await tx.sql(
    `delete from invoice_line l using invoice i
     where i.organization_id = $1 and i.id = any($2) and i.status = 'draft'
       and l.organization_id = i.organization_id and l.invoice_id = i.id`,
    [tx.organizationId, invoiceIds],
  );
}

/** Removes drafts that have nothing left to charge. */
export async function deleteDrafts(tx: Tx, invoiceIds: readonly string[]): Promise<void> {
  await tx.sql("delete from invoice where organization_id = $1 and id = any($2) and status = 'draft'", [
    tx.organizationId,
    invoiceIds,
  ]);
}

/** Leaves out drafts that came to nothing: nobody sees them any more, and what they charged and took off stays billed. */
export async function markSkipped(tx: Tx, invoiceIds: readonly string[], at: string): Promise<void> {
  await tx.sql(
    `update invoice set status = 'skipped', issues_at = null, updated_at = $3
     where organization_id = $1 and id = any($2) and status = 'draft'`,
    [tx.organizationId, invoiceIds, at],
  );
}

/** What issuing writes of an invoice. */
export interface IssuedInvoice {
  readonly id: string;
  readonly status: "issued" | "paid";
  readonly number: string;
  readonly series: string;
  readonly sequence: string;
  readonly issueDate: string;
  readonly dueDate: string | null;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly billingPeriodStart: string;
  readonly billingPeriodEnd: string;
  readonly subtotal: string;
  readonly tax: string;
  readonly total: string;
  readonly creditsApplied: string;
  readonly memo: string | null;
  readonly footer: string | null;
  readonly seller: SellerSnapshot;
  readonly buyer: BuyerSnapshot;
}

/** Turns drafts into issued invoices, all in one statement; one that is no draft any more stays as it is. */
export async function markIssued(tx: Tx, invoices: readonly IssuedInvoice[], at: string): Promise<void> {
  await tx.sql(
    `update invoice i
     set status = n.status, number = n.number, series = n.series, sequence = n.sequence, issue_date = n."issueDate",
         due_date = n."dueDate", period_start = n."periodStart", period_end = n."periodEnd",
         billing_period_start = n."billingPeriodStart", billing_period_end = n."billingPeriodEnd", subtotal = n.subtotal, tax = n.tax, total = n.total,
         credits_applied = n."creditsApplied", memo = n.memo, footer = n.footer,
         seller = n.seller, buyer = n.buyer, issues_at = null, updated_at = $3
     from jsonb_to_recordset($2) as n (id text, status text, number text, series text, sequence bigint,
       "issueDate" timestamptz, "dueDate" timestamptz, "periodStart" date, "periodEnd" date,
       "billingPeriodStart" timestamptz, "billingPeriodEnd" timestamptz, subtotal numeric, tax numeric, total numeric,
       "creditsApplied" numeric, memo text,
       footer text, seller jsonb, buyer jsonb)
     where i.organization_id = $1 and i.id = n.id and i.status = 'draft'`,
    [tx.organizationId, JSON.stringify(invoices), at],
  );
}

/** Takes `count` numbers of a series and answers the first; the series stays locked until commit, so none is lost. */
export async function takeNumbers(tx: Tx, series: string, count: number): Promise<bigint> {
  const [row] = await tx.sql<{ lastSequence: string }>(
    `insert into invoice_series (organization_id, series, last_sequence) values ($1, $2, $3)
     on conflict (organization_id, series) do update set last_sequence = invoice_series.last_sequence + $3
     returning last_sequence`,
    [tx.organizationId, series, count],
  );
  if (row === undefined) throw new Error("the series was not written");
  return BigInt(row.lastSequence) - BigInt(count) + 1n;
}

export async function recordIssuingFailure(tx: Tx, id: string, failure: string, at: string): Promise<void> {
  await tx.sql("update invoice set issuing_failure = $3, updated_at = $4 where organization_id = $1 and id = $2", [
    tx.organizationId,
    id,
    failure,
    at,
  ]);
}

/** Notes the hash of the PDF that was first made of an issued invoice. */
export async function recordPdfHash(tx: Tx, id: string, sha256: string): Promise<void> {
  await tx.sql("update invoice set pdf_sha256 = $3 where organization_id = $1 and id = $2 and pdf_sha256 is null", [
    tx.organizationId,
    id,
    sha256,
  ]);
}
