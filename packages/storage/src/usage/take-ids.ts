import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
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

/** The result of taking IDs: the sequences of the events with new IDs, and what is stored under the others. */
export interface TakenIds {
  readonly taken: ReadonlySet<number>;
  /** Without rows that were committed while the statement ran. */
  readonly stored: StoredEvent[];
}

/**
 * Takes the new IDs for the sequences of the batch that was just begun.
 *
 * IDs are taken in sorted order, so that two batches with the same IDs wait for each other and never deadlock. If
 * another transaction is taking an ID, this waits: if the other transaction commits, the ID is not new here; if it
 * rolls back, the ID is new.
 *
 * An ID of a dropped month is not new either (R-HIST-3). The process has filters of these IDs, and the statement looks up
 * those that pass. It takes nothing if the filters are not the current ones; then they are read, and it runs again.
 */
export async function takeIds(tx: Tx, events: readonly UsageEvent[]): Promise<TakenIds> {
  const { source, values } = unnested(
    events.map(({ uniqueId, contentHash }, position) => ({ position, uniqueId, contentHash })),
    { position: "integer", uniqueId: "text", contentHash: "text" },
  );
  for (;;) {
    const { version, candidates } = droppedCandidates(
      tx,
      events.map(({ uniqueId }) => uniqueId),
    );
    const row = await sendTake(tx, source, [tx.organizationId, ...values, version], candidates);
    if (row?.version !== version) {
      await learnDroppedMonths(tx);
      continue;
    }
    const dropped = (row.dropped ?? []).flatMap(({ position, kept }): StoredEvent[] => {
      const event = events[position];
      return event === undefined
        ? []
        : [{ uniqueId: event.uniqueId, contentHash: storedContentHash(kept, event.contentHash) }];
    });
    return { taken: new Set(row.taken?.split(",").map(Number)), stored: [...(row.stored ?? []), ...dropped] };
  }
}

interface TakenRow {
  version: string;
  taken: string | null;
  stored: StoredEvent[] | null;
  /** IDs of dropped months, by their position. */
  dropped?: { position: number; kept: string }[] | null;
}

async function sendTake(
  tx: Tx,
  source: string,
  values: readonly unknown[],
  candidates: readonly DroppedCandidate[],
): Promise<TakenRow | undefined> {
  const [dropped, among, result, name] =
    candidates.length === 0
      ? ["", "", "", "take-usage-event-ids"]
      : [
          `dropped as materialized (${droppedOf("unnest($6::integer[], $7::date[], $8::text[])")}), `,
          "and position not in (select position from dropped)",
          ", (select json_agg(json_build_object('position', position, 'kept', kept)) from dropped) as dropped",
          "take-usage-event-ids-and-dropped",
        ];
  const [row] = await tx.sql<TakenRow>(
    `with ${dropped}version as materialized (select ${MONTHS_VERSION} as current), taken as (
       insert into usage_event_key (sequence, organization_number, unique_id, content_hash)
       select (select currval('usage_batch') * 65536) + position, ${ORGANIZATION_NUMBER}, unique_id, decode(content_hash, 'hex')
       from ${source} where (select current from version) = $5 ${among}
       order by unique_id collate "C"
       on conflict do nothing returning sequence
     )
     select (select current from version) as version, (select string_agg(sequence::text, ',') from taken) as taken, (
       select json_agg(json_build_object('uniqueId', k.unique_id, 'contentHash', encode(k.content_hash, 'hex')))
       from unnest($2::integer[], $3::text[]) as other (position, unique_id)
       cross join lateral (
         select unique_id, content_hash from usage_event_key
         where organization_number = ${ORGANIZATION_NUMBER} and unique_id = other.unique_id limit 1
       ) as k
       where (select currval('usage_batch') * 65536) + other.position not in (select sequence from taken) ${among.replace("position", "other.position")}
     ) as stored${result}`,
    candidates.length === 0 ? values : [...values, ...candidateColumns(candidates)],
    name,
  );
  return row;
}
