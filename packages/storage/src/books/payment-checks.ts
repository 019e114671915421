import type { Tx } from "../database/tx.ts";

/** A stored figure of a payment or grant, and the figure calculated from its parts. */
export interface WrongFigureRow {
  id: string;
  member: string;
  booked: string;
  expected: string;
}

/** Payments whose figures disagree with their refunds or the audit log, at most 20. */
export async function wrongPayments(tx: Tx): Promise<WrongFigureRow[]> {
  return tx.sql<WrongFigureRow>(
    `with given_back as (
       select payment_id, sum(amount) as amount, sum(credit_amount) as credit from refund
       where organization_id = $1 and status <> 'failed' group by payment_id
     ), recorded as (
       -- The earliest audit entry of a payment, because its amount never changes.
       select distinct on (object_id) object_id, (changes -> 'amount' ->> 'after')::numeric as amount from audit_entry
       where organization_id = $1 and action like 'payment.%' and changes -> 'amount' is not null order by object_id, id
     )
     select p.id, told.member, told.booked, told.expected from payment p
     left join given_back g on g.payment_id = p.id
     left join recorded r on r.object_id = p.id
     cross join lateral (values
       ('amount', p.amount, coalesce(r.amount, 0)),
       ('refundedAmount', p.refunded_amount, coalesce(g.amount, 0)),
       ('account credit refunded', p.refunded_credit_amount, coalesce(g.credit, 0))
     ) as told (member, booked, expected)
     where p.organization_id = $1 and told.booked <> told.expected order by p.id, told.member limit 20`,
    [tx.organizationId],
  );
}

/** Accounts where the credit kept from payments differs from the ledger, at most 20. */
export async function misbookedPaymentCredit(
  tx: Tx,
): Promise<{ accountId: string; currency: string; booked: string; expected: string }[]> {
  return tx.sql<{ accountId: string; currency: string; booked: string; expected: string }>(
    `select account_id, currency, sum(booked) as booked, sum(expected) as expected
     from (
       select account_id, currency, credited_amount - refunded_credit_amount as booked, 0 as expected from payment
       where organization_id = $1 and status = 'succeeded'
       union all
       select account_id, currency, 0, amount from account_credit_entry where organization_id = $1 and kind = 'payment'
     ) as moved
     group by account_id, currency having sum(booked) <> sum(expected) order by account_id, currency limit 20`,
    [tx.organizationId],
  );
}

/** Grants whose amount differs from what their ledger says was granted, at most 20. */
export async function wrongGrants(tx: Tx): Promise<WrongFigureRow[]> {
  return tx.sql<WrongFigureRow>(
    `select g.id, 'amount' as member, g.amount as booked, coalesce(e.granted, 0) as expected from credit_grant g
     left join (select credit_grant_id, sum(amount) as granted from account_credit_entry
       where organization_id = $1 and kind = 'granted' group by credit_grant_id) as e on e.credit_grant_id = g.id
     where g.organization_id = $1 and g.amount <> coalesce(e.granted, 0) order by g.id limit 20`,
    [tx.organizationId],
  );
}
