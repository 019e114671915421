import type { Tx } from "../database/tx.ts";
import { acrossBorder, type Border } from "../history/border.ts";
import { HistoryAway } from "../history/history-away.ts";
import { OF_ORGANIZATION } from "../history/history-table.ts";
import { instantOf } from "../history/history-time.ts";
import type { CorrectedEvent } from "../usage/correct-usage-event.ts";
import { readSentCosts } from "../usage/event-costs.ts";
import { findDroppedIds } from "./dropped-ids.ts";

/**
 * The event of a dropped month with an ID, in its latest form, from ClickHouse; undefined if no dropped month has the ID.
 *
 * @throws HistoryAway if ClickHouse cannot be used
 */
export async function findDroppedEvent(tx: Tx, uniqueId: string): Promise<CorrectedEvent | undefined> {
  const [found] = await findDroppedIds(tx, [uniqueId]);
  if (found === undefined) return undefined;
  return acrossBorder(tx, async (border) => {
    if (border === null) throw new HistoryAway("dropped", `The event ${uniqueId} was dropped from PostgreSQL`);
    return readEvent(tx, border, uniqueId, found.month);
  });
}

type EventColumns = [string, string, string, string, string];

async function readEvent(tx: Tx, border: Border, uniqueId: string, month: string): Promise<CorrectedEvent | undefined> {
  const start = new Date(`${month}T00:00:00.000Z`);
  const end = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1);
  const statement = `select stream_id, timestamp, received_at, sequence, properties from ${border.table}
    where ${OF_ORGANIZATION} and sign > 0 and unique_id = {uniqueId:String} and timestamp >= {start:Int64} and timestamp < {end:Int64}
    order by sequence desc limit 1`;
  const values = {
    organization: border.organizationNumber,
    uniqueId,
    start: BigInt(start.getTime()) * 1_000n,
    end: BigInt(end) * 1_000n,
  };
  for await (const [row] of border.history.rows<EventColumns>(statement, values)) {
    if (row === undefined) continue;
    const [streamId, timestamp, receivedAt, sequence, properties] = row;
    const [stream] = await tx.sql<Pick<CorrectedEvent, "accountId" | "accountReference" | "eventName">>(
      "select account_id, account_reference, event_name from usage_stream where organization_id = $1 and id = $2",
      [tx.organizationId, streamId],
    );
    if (stream === undefined) return undefined;
    const times = { timestamp: instantOf(timestamp), receivedAt: instantOf(receivedAt) };
    const ended = await endOf(border, sequence);
    const cost = (await readSentCosts(tx, [sequence])).get(sequence) ?? null;
    return { uniqueId, ...stream, ...times, sequence, voidedSequence: ended, properties, cost };
  }
  return undefined;
}

async function endOf(border: Border, sequence: string): Promise<string | null> {
  const statement = `select ended_sequence from ${border.table}
    where ${OF_ORGANIZATION} and sign < 0 and sequence = {sequence:Int64} limit 1`;
  const values = { organization: border.organizationNumber, sequence };
  for await (const [row] of border.history.rows<[string]>(statement, values)) if (row !== undefined) return row[0];
  return null;
}
