import type { Tx } from "../database/tx.ts";
import { findObjectsOfAccount } from "../erasure/erase-account.ts";

/** The kinds of activity, in the order in which a filter offers them. */
export const ACTIVITY_KINDS = ["note", "invoice", "payment", "mail", "notification", "change"] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** Something that happened with an account. */
export interface ActivityRow {
  id: string;
  kind: ActivityKind;
  /** The action, the type of the notification, or the kind of the mail. */
  type: string;
  at: string;
  objectId: string;
  title: string | null;
  text: string | null;
  status: string | null;
  amount: string | null;
  currency: string | null;
  changedFields: string[];
  actorType: string | null;
  actorId: string | null;
  actorName: string | null;
}

export interface ActivityQuestion {
  readonly accountId: string;
  readonly kinds: readonly ActivityKind[];
  /** Audited actions that a notification of the same name shows. */
  readonly shownTypes: readonly string[];
  /** The last row of the previous page; null for the first page. */
  readonly before: { readonly at: string; readonly id: string } | null;
  /** Whether actors and changes are shown, which come from the audit log. */
  readonly showsAudit: boolean;
  readonly limit: number;
}

/** Notifications about the account and its contracts are changes, which callers without the audit log can read too. */
const KIND_OF_NOTIFICATION = `case when type ^@ 'invoice.' or type ^@ 'credit_note.' then 'invoice'
  when type ^@ 'payment.' then 'payment'
  when type ^@ 'account.' or type ^@ 'subscription.' then 'change' else 'notification' end`;

/** Each source has the same columns. `$2` are the objects of the account, `$3` and `$4` the cursor, `$5` the kinds. */
const SOURCES = {
  notification: `
    (select id, ${KIND_OF_NOTIFICATION} as kind, type, timestamp as at, object_id, coalesce(data ->> 'number', data ->> 'name') as title,
       null::text as text, data ->> 'status' as status, coalesce(data ->> 'total', data ->> 'amount') as amount, data ->> 'currency' as currency,
       '{}'::text[] as changed_fields, null::text as actor_type, null::text as actor_id
     from notification
     where organization_id = $1 and object_id = any($2) and (timestamp, id) < ($3::timestamptz, $4) and ${KIND_OF_NOTIFICATION} = any($5)
       and type <> 'account.note.mentioned'
     order by timestamp desc, id desc limit $6)`,
  mail: `
    (select id, 'mail', kind, created_at, id, recipient, subject, status, null, null, '{}'::text[], null, null
     from mail
     where organization_id = $1 and account_id = $7 and (created_at, id) < ($3::timestamptz, $4) and 'mail' = any($5)
     order by created_at desc, id desc limit $6)`,
  note: `
    (select id, 'note', 'note.created', created_at, id, null, text, null, null, null, '{}'::text[], author_type, author_id
     from account_note
     where organization_id = $1 and account_id = $7 and (created_at, id) < ($3::timestamptz, $4) and 'note' = any($5)
     order by created_at desc, id desc limit $6)`,
  change: `
    (select id, 'change', action, at, object_id, null, null, null, null, null, array(select json_object_keys(changes)), actor_type, actor_id
     from audit_entry
     where organization_id = $1 and object_id = any($2) and (at, id) < ($3::timestamptz, $4) and 'change' = any($5)
       and $8 and not action = any($9)
     order by at desc, id desc limit $6)`,
} as const;

/**
 * One page of what happened with an account, newest first. A notification gets its actor from the audit entry of the same
 * action and object, which was written in the same transaction.
 */
export async function findAccountActivity(tx: Tx, question: ActivityQuestion): Promise<ActivityRow[]> {
  const { accountId, kinds, shownTypes, before, showsAudit, limit } = question;
  const objectIds = await findObjectsOfAccount(tx, accountId);
  return tx.sql<ActivityRow>(
    `select one.id, one.kind, one.type, one.at, one.object_id, one.title, one.text, one.status, one.amount, one.currency,
       coalesce(entry.changed_fields, one.changed_fields) as changed_fields,
       coalesce(one.actor_type, entry.actor_type) as actor_type, coalesce(one.actor_id, entry.actor_id) as actor_id,
       coalesce(person.name, key.name) as actor_name
     from (select * from (${Object.values(SOURCES).join(" union all ")}) as happened order by at desc, id desc limit $6) as one
     left join lateral (
       select e.actor_type, e.actor_id, array(select json_object_keys(e.changes)) as changed_fields from audit_entry e
       where $8 and one.actor_type is null and e.organization_id = $1 and e.object_id = one.object_id and e.action = one.type
         and e.at between one.at - interval '10 seconds' and one.at + interval '10 seconds'
       order by abs(extract(epoch from e.at - one.at)) limit 1
     ) as entry on true
     left join member_name person on person.organization_id = $1 and person.id = coalesce(one.actor_id, entry.actor_id)
     left join api_key key on key.organization_id = $1 and key.id = coalesce(one.actor_id, entry.actor_id)
     order by one.at desc, one.id desc`,
    [
      tx.organizationId,
      objectIds,
      before?.at ?? "infinity",
      before?.id ?? "",
      kinds,
      limit,
      accountId,
      showsAudit,
      shownTypes,
    ],
  );
}
