import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import { rememberIds } from "./remembered-ids.ts";
import type { Row } from "../row.ts";

/** The members that all events of one stream share. */
export type StreamNames = Row<"usageStream", "id">;

type StreamRow = Row<"usageStream">;

const NAME_TYPES = { accountId: "text", accountReference: "text", eventName: "text" } as const;

/** The IDs of the streams of events. Missing streams are created. */
export const streamIds = rememberIds<StreamNames>({
  // No name contains a NUL character.
  keyOf: ({ organizationId }, { accountId, accountReference, eventName }) =>
    `${organizationId} ${accountId ?? ""} ${eventName}\0${accountReference ?? ""}`,
  find: findStreams,
  make: makeStreams,
});

/** The streams with names that belong to no account. */
export async function findUnmatchedStreams(tx: Tx, names: readonly string[]): Promise<StreamRow[]> {
  return tx.sql<StreamRow>(
    `select id, account_id, account_reference, event_name from usage_stream
     where organization_id = $1 and account_id is null and account_reference = any($2)`,
    [tx.organizationId, names],
  );
}

async function findStreams(tx: Tx, names: readonly StreamNames[]): Promise<StreamRow[]> {
  const { source, values } = unnested(names, NAME_TYPES);
  return tx.sql<StreamRow>(
    `with given as materialized (select * from ${source})
     select s.id, s.account_id, s.account_reference, s.event_name from given
     join usage_stream s on s.account_id = given.account_id and s.event_name = given.event_name and s.organization_id = $1
       and s.account_reference is not distinct from given.account_reference
     union all
     select s.id, s.account_id, s.account_reference, s.event_name from given
     join usage_stream s on s.organization_id = $1 and s.account_id is null and s.account_reference = given.account_reference
       and s.event_name = given.event_name
     where given.account_id is null`,
    [tx.organizationId, ...values],
    "find-usage-streams",
  );
}

async function makeStreams(tx: Tx, names: readonly StreamNames[]): Promise<StreamRow[]> {
  const { source, values, columns } = unnested(names, NAME_TYPES);
  return tx.sql<StreamRow>(
    `insert into usage_stream (organization_id, ${columns}) select $1, ${columns} from ${source}
     on conflict do nothing returning id, ${columns}`,
    [tx.organizationId, ...values],
    "make-usage-streams",
  );
}
