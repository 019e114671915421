import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { MeasuredEvent } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import { json } from "../json.ts";
import type { Asked } from "../usage/events-question.ts";
import { findUntotalledMetrics } from "../usage/measuring-metrics.ts";
import { ORGANIZATION_NUMBER } from "../usage/organization-number.ts";
import { propertiesRead } from "../usage/properties-read.ts";
import { readProperties } from "../usage/read-properties.ts";

/** Events of one account and event name in a month. Of more, nothing is kept. */
const MOST_EVENTS = 500;
/** Of their properties and times, before they are packed. */
const MOST_CHARACTERS = 100_000;
/** Streams examined in one transaction. */
const STREAMS_AT_ONCE = 1_000;

interface DroppedStream {
  streamId: string;
  eventCount: number;
  throughSequence: string;
  events: string | null;
}

/**
 * Keeps the events of the next small accounts of a detached month, as far as metrics without totals read them: the others need no
 * events. Returns whether there may be more. Nothing of a detached month changes, so an interrupted call continues later.
 */
export async function keepSmallAccounts(tx: Tx, month: string): Promise<boolean> {
  const kept = await claimKeeping(tx, month);
  if (kept === undefined) return false;
  const [last] = await tx.sql<{ streamId: string | null }>(
    `select max(stream_id) as stream_id from usage_kept_month where organization_number = ${ORGANIZATION_NUMBER} and month = $2`,
    [tx.organizationId, month],
  );
  let after = last?.streamId ?? "0";
  for (;;) {
    const streams = await tx.sql<DroppedStream>("select * from dropped_streams($1, $2, $3, $4, $5)", [
      month,
      json(kept),
      after,
      STREAMS_AT_ONCE,
      MOST_EVENTS,
    ]);
    const used = streams.filter(({ eventCount }) => eventCount > 0);
    await insertKept(tx, month, used);
    if (streams.length < STREAMS_AT_ONCE) {
      await tx.sql(
        `update usage_dropped_month set kept_at = now() where organization_number = ${ORGANIZATION_NUMBER} and month = $2`,
        [tx.organizationId, month],
      );
      return false;
    }
    // Streams without events leave no row from which to continue.
    if (used.length > 0) return true;
    after = streams.at(-1)?.streamId ?? after;
  }
}

/** The properties that are kept, by event name; undefined if everything is kept. They are decided once for a month. */
async function claimKeeping(tx: Tx, month: string): Promise<Record<string, string[]> | undefined> {
  const [row] = await tx.sql<{ keptProperties: Record<string, string[]> | null }>(
    `select kept_properties from usage_dropped_month where organization_number = ${ORGANIZATION_NUMBER} and month = $2
       and dropped_at is not null and kept_at is null for no key update`,
    [tx.organizationId, month],
  );
  if (row === undefined || row.keptProperties !== null) return row?.keptProperties ?? undefined;
  const kept: Record<string, string[]> = {};
  for (const { eventName, ...metric } of await findUntotalledMetrics(tx)) {
    const properties = propertiesRead({ metric, groupBy: metric.groupBy });
    kept[eventName] = [...new Set([...(kept[eventName] ?? []), ...properties])].toSorted();
  }
  await tx.sql(
    `update usage_dropped_month set kept_properties = $3 where organization_number = ${ORGANIZATION_NUMBER} and month = $2`,
    [tx.organizationId, month, json(kept)],
  );
  return kept;
}

async function insertKept(tx: Tx, month: string, streams: readonly DroppedStream[]): Promise<void> {
  if (streams.length === 0) return;
  const rows = streams.map(({ streamId, throughSequence, eventCount, events }) => {
    const lines = events ?? "";
    const isSmall = eventCount <= MOST_EVENTS && lines.length <= MOST_CHARACTERS;
    return { streamId, throughSequence, events: isSmall ? packed(lines).toString("hex") : null };
  });
  const { source, values } = unnested(rows, { streamId: "bigint", throughSequence: "bigint", events: "text" });
  await tx.sql(
    `insert into usage_kept_month (organization_number, month, stream_id, through_sequence, events)
     select ${ORGANIZATION_NUMBER}, $5::date, stream_id, through_sequence, decode(events, 'hex') from ${source}`,
    [tx.organizationId, ...values, month],
  );
}

/** Events as lines of their milliseconds and properties, in order. Packed, a line has the time since the one before. */
export function packed(lines: string): Buffer {
  let before = 0;
  const texts = linesOf(lines).map(({ number, properties }) => {
    const since = number - before;
    before = number;
    return `${since} ${properties}`;
  });
  return deflateRawSync(texts.join("\n"), { level: 9 });
}

/** The events, without their sequences, which only `latest` reads. */
export function unpacked(bytes: Buffer): MeasuredEvent[] {
  let at = 0;
  return linesOf(inflateRawSync(bytes).toString()).map(({ number, properties }) => {
    at += number;
    return { at, sequence: 0, properties: readProperties(properties) };
  });
}

function linesOf(text: string): { number: number; properties: string }[] {
  if (text === "") return [];
  return text.split("\n").map((line) => {
    const end = line.indexOf(" ");
    return { number: Number(line.slice(0, end)), properties: line.slice(end + 1) };
  });
}

interface KeptRow {
  position: number;
  isKnown: boolean;
  events: Buffer | null;
}

/** More questions are of many accounts, which are seldom all small. */
const MOST_QUESTIONS = 20;

/**
 * The events of the questions that PostgreSQL no longer has, from what it keeps of small accounts; null if that does not have all
 * of them. Not for `latest`.
 */
export async function readKeptEvents(
  tx: Tx,
  asked: readonly Asked[],
): Promise<{ position: number; event: MeasuredEvent }[] | null> {
  if (asked.length > MOST_QUESTIONS) return null;
  const rows = await tx.sql<KeptRow>(
    `select q.position, k.events,
       coalesce(d.kept_at is not null and (d.kept_properties -> q."eventName") @> q.properties
         and (k.stream_id is null or k.events is not null and k.through_sequence <= q."throughSequence"), false) as is_known
     from jsonb_to_recordset($2) as q (position integer, "accountId" text, "eventName" text, start timestamptz, "end" timestamptz,
       "throughSequence" bigint, properties jsonb)
     join usage_stream s on s.organization_id = $1 and s.account_id = q."accountId" and s.event_name = q."eventName"
     join usage_dropped_month d on d.organization_number = ${ORGANIZATION_NUMBER} and d.dropped_at is not null
       and d.month::timestamp at time zone 'UTC' < q."end" and (d.month + interval '1 month') at time zone 'UTC' > q.start
     left join usage_kept_month k on k.organization_number = d.organization_number and k.stream_id = s.id and k.month = d.month`,
    [tx.organizationId, JSON.stringify(asked)],
    "read-kept-events",
  );
  if (!rows.every(({ isKnown }) => isKnown)) return null;
  return rows.flatMap(({ position, events }) => {
    const { start, end } = asked[position] ?? { start: "", end: "" };
    const from = start === "-infinity" ? Number.NEGATIVE_INFINITY : Date.parse(start);
    const until = Date.parse(end);
    return (events === null ? [] : unpacked(events))
      .filter(({ at }) => at >= from && at < until)
      .map((event) => ({ position, event }));
  });
}
