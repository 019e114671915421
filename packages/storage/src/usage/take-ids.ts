import { hexArray, textArray } from "../database/binary-array.ts";
import type { Tx } from "../database/tx.ts";
import {
  candidateColumns,
  type DroppedCandidate,
  droppedCandidates,
  droppedOf,
  learnDroppedMonths,
  MONTHS_VERSION,
} from "../dropped-months/dropped-ids.ts";
import { storedContentHash } from "../dropped-months/id-blocks.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";
import type { StoredEvent, UsageEvent } from "./usage-store.ts";

/** The result of taking IDs. Events are named by their position in the list. */
export interface TakenIds {
  /** The events whose IDs are not new. All others have new IDs, which are taken. */
  readonly known: ReadonlySet<number>;
  /** What is stored under the IDs that are not new. */
  readonly stored: StoredEvent[];
}

/**
 * Takes the new IDs for the sequences of the batch that was just begun.
 *
 * IDs are taken in sorted order, so that two batches with the same IDs wait for each other and never deadlock. If
 * another transaction is taking an ID, this waits. If the other transaction rolls back, the ID is new. If it commits,
 * this transaction fails (`isTwin`), runs again and finds the ID. That is rare, so rows are inserted without `on conflict`,
 * with which PostgreSQL locks and confirms each row separately (docs/decisions/0108-costs-of-an-event.md).
 *
 * An ID of a dropped month is not new either (R-HIST-3). The process has filters of these IDs, and the statement looks up
 * those that pass. It takes nothing if the filters are not the current ones; then they are read, and it runs again.
 */
export async function takeIds(tx: Tx, events: readonly UsageEvent[]): Promise<TakenIds> {
  const uniqueIds = events.map(({ uniqueId }) => uniqueId);
  const values = [tx.organizationId, textArray(uniqueIds), hexArray(events.map(({ contentHash }) => contentHash))];
  for (;;) {
    const { version, candidates } = droppedCandidates(tx, uniqueIds);
    const row = await sendTake(tx, [...values, version], candidates);
    if (row?.version === version) return takenIds(events, row);
    await learnDroppedMonths(tx);
  }
}

interface TakenRow {
  version: string;
  /** Events whose IDs are not new. */
  known: { position: number; contentHash: string }[] | null;
  /** Events with IDs of dropped months. */
  dropped?: { position: number; kept: string }[] | null;
}

function takenIds(events: readonly UsageEvent[], { known, dropped }: TakenRow): TakenIds {
  const stored: StoredEvent[] = [];
  const positions = new Set<number>();
  for (const { position, contentHash } of known ?? []) {
    positions.add(position);
    const event = events[position];
    if (event !== undefined) stored.push({ uniqueId: event.uniqueId, contentHash });
  }
  for (const { position, kept } of dropped ?? []) {
    const event = events[position];
    // While a month is being dropped, an ID is in both places.
    if (event === undefined || positions.has(position)) continue;
    positions.add(position);
    stored.push({ uniqueId: event.uniqueId, contentHash: storedContentHash(kept, event.contentHash) });
  }
  return { known: positions, stored };
}

async function sendTake(
  tx: Tx,
  values: readonly unknown[],
  candidates: readonly DroppedCandidate[],
): Promise<TakenRow | undefined> {
  const [dropped, among, result, name] =
    candidates.length === 0
      ? ["", "", "", "take-usage-event-ids"]
      : [
          `dropped as materialized (${droppedOf("unnest($5::integer[], $6::date[], $7::text[])")}), `,
          "and place - 1 not in (select position from dropped)",
          ", (select json_agg(json_build_object('position', position, 'kept', kept)) from dropped) as dropped",
          "take-usage-event-ids-and-dropped",
        ];
  const [row] = await tx.sql<TakenRow>(
    `with ${dropped}version as materialized (select ${MONTHS_VERSION} as current), known as materialized (
       select place, k.content_hash from unnest($2::text[]) with ordinality as given (unique_id, place)
       cross join lateral (
         select content_hash from usage_event_key
         where organization_number = ${ORGANIZATION_NUMBER} and unique_id = given.unique_id limit 1
       ) as k
     ), taken as (
       insert into usage_event_key (sequence, organization_number, unique_id, content_hash)
       select (select currval('usage_batch') * 65536) + place - 1, ${ORGANIZATION_NUMBER}, unique_id, content_hash
       from unnest($2::text[], $3::bytea[]) with ordinality as given (unique_id, content_hash, place)
       where (select current from version) = $4 and place not in (select place from known) ${among}
       order by unique_id collate "C"
     )
     select (select current from version) as version, (
       select json_agg(json_build_object('position', place - 1, 'contentHash', encode(content_hash, 'hex'))) from known
     ) as known${result}`,
    candidates.length === 0 ? values : [...values, ...candidateColumns(candidates)],
    name,
  );
  return row;
}
