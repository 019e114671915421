import type { Pool } from "pg";

/** IDs ascend in order of creation, by what follows their prefix. */
export function orderOf(id: string): string {
  return id.slice(id.lastIndexOf("_") + 1);
}

export interface StoredPayment {
  readonly id: string;
  readonly invoiceId: string;
  readonly externalId: string | null;
  readonly status: string;
  readonly amount: string;
  readonly applied: string;
  readonly credited: string;
  readonly refunded: string;
  readonly refundedCredit: string;
}

export interface StoredRefund {
  readonly id: string;
  readonly paymentId: string;
  readonly amount: string;
  readonly fromCredit: string;
  /** Requested by a credit note. */
  readonly isOfNote: boolean;
  /** Milliseconds. */
  readonly at: number;
}

/** The reason of the simulation's notes, which identifies their refunds. */
export const NOTE_REASON = "Credited by a note";

export interface StoredNote {
  readonly id: string;
  readonly invoiceId: string;
  readonly sequence: number;
  readonly outcome: "refund" | "apply" | "account_credit";
  readonly subtotal: string;
  readonly tax: string;
  readonly total: string;
  readonly applied: string;
  readonly credited: string;
  readonly refunded: string;
  readonly lines: readonly { readonly lineId: string; readonly amount: string }[];
}

export interface StoredGrant {
  readonly id: string;
  readonly accountId: string;
  /** Null for units. */
  readonly currency: string | null;
  readonly metricId: string | null;
  readonly amount: string;
  readonly balance: string;
  readonly priority: number;
  readonly effectiveAt: number;
  readonly expiresAt: number | null;
  readonly productIds: readonly string[];
  readonly isVoid: boolean;
}

/** A ledger entry: of a grant's balance, otherwise of the account's credit. */
export interface StoredEntry {
  readonly id: string;
  readonly accountId: string;
  readonly currency: string | null;
  readonly amount: string;
  readonly kind: string | null;
  readonly invoiceId: string | null;
  readonly grantId: string | null;
  readonly noteId: string | null;
  /** For a return: the invoice that it is given back of. For a reduction: the invoice that gave it back. */
  readonly sourceId: string | null;
  /** What a grant's draw deducts from its invoice. */
  readonly paid: string | null;
  /** For a grant: what it paid of which line, or got back of it. */
  readonly lines: readonly { readonly lineId: string; readonly amount: string; readonly amountPaid: string }[] | null;
}

/**
 * The first journal or audit entry of an event of an invoice. It can be written off, paid, refunded and written off again.
 */
export interface StoredTurn {
  readonly invoiceId: string;
  readonly kind: "invoice_issued" | "invoice_voided" | "invoice_uncollectible" | "invoice_overdue";
  readonly id: string;
}

export interface StoredMoney {
  readonly payments: readonly StoredPayment[];
  readonly refunds: readonly StoredRefund[];
  readonly notes: readonly StoredNote[];
  readonly grants: readonly StoredGrant[];
  readonly entries: readonly StoredEntry[];
  readonly turns: readonly StoredTurn[];
}

/** The history of an organization's invoices, read directly. */
export async function readMoney(owner: Pool, organizationId: string): Promise<StoredMoney> {
  const read = async <Row extends object>(columns: string, rest: string): Promise<Row[]> =>
    (await owner.query<Row>(`select ${columns} from ${rest}`, [organizationId])).rows;
  const [payments, refunds, notes, grants, entries, turns] = await Promise.all([
    read<StoredPayment>(
      `id, invoice_id as "invoiceId", external_id as "externalId", status, amount::text, applied_amount::text as applied, credited_amount::text as credited,
       refunded_amount::text as refunded, refunded_credit_amount::text as "refundedCredit"`,
      "payment where organization_id = $1",
    ),
    read<StoredRefund>(
      `id, payment_id as "paymentId", amount::text, credit_amount::text as "fromCredit", reason = '${NOTE_REASON}' as "isOfNote",
       (extract(epoch from created_at) * 1000)::float8 as at`,
      "refund where organization_id = $1",
    ),
    read<StoredNote>(
      `n.id, n.invoice_id as "invoiceId", n.sequence::int, n.outcome, n.subtotal::text, n.tax::text, n.total::text,
       n.amount_applied::text as applied, n.amount_credited::text as credited, n.amount_refunded::text as refunded,
       (select json_agg(json_build_object('lineId', l.invoice_line_id, 'amount', l.amount::text)) from credit_note_line l
        where l.organization_id = n.organization_id and l.credit_note_id = n.id) as lines`,
      "credit_note n where n.organization_id = $1",
    ),
    read<StoredGrant>(
      `id, account_id as "accountId", currency, metric_id as "metricId", amount::text, balance::text, priority,
       (extract(epoch from effective_at) * 1000)::float8 as "effectiveAt",
       (extract(epoch from expires_at) * 1000)::float8 as "expiresAt", product_ids as "productIds",
       voided_at is not null as "isVoid"`,
      "credit_grant where organization_id = $1",
    ),
    read<StoredEntry>(
      `id, account_id as "accountId", currency, amount::text, kind, invoice_id as "invoiceId", credit_grant_id as "grantId",
       credit_note_id as "noteId", source_invoice_id as "sourceId", amount_paid::text as paid, lines`,
      "account_credit_entry where organization_id = $1",
    ),
    read<StoredTurn>(
      `object_id as "invoiceId", kind, min(entry_id) as id`,
      `journal_posting where organization_id = $1 and kind in ('invoice_issued', 'invoice_voided', 'invoice_uncollectible')
       group by object_id, kind, case when kind = 'invoice_uncollectible' then entry_id end
       union all select object_id, 'invoice_overdue', id from audit_entry
       where organization_id = $1 and action = 'invoice.overdue'`,
    ),
  ]);
  return { payments, refunds, notes, grants, entries, turns };
}
