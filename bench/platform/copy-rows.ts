import type pg from "pg";
import type { LoadEvent } from "./event-load.ts";
import type { Platform } from "./start-platform.ts";

const COLUMNS = "sequence, timestamp, received_at, stream_id, organization_number, unique_id, properties";

/** A table with the columns, indexes and partitions of usage_event, so that copied rows do not mix with real events. */
export async function makeTwin({ owner }: Platform): Promise<void> {
  await owner.query("create table bench_twin (like usage_event including all) partition by range (timestamp)");
  const { rows } = await owner.query<{ name: string; bounds: string }>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
     from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'usage_event'::regclass`,
  );
  for (const { name, bounds } of rows) {
    await owner.query(`create table ${name.replace("usage_event", "bench_twin")} partition of bench_twin ${bounds}`);
  }
}

/** Events as text for COPY, prepared so that only writing is measured. */
export function copyText(events: readonly LoadEvent[], firstSequence: number): Buffer {
  const receivedAt = new Date().toISOString();
  const rows = events.map(({ account, eventName, timestamp, uniqueId, properties }, index) => {
    const stream = streamOf(`${account} ${eventName}`);
    return `${[firstSequence + index, timestamp, receivedAt, stream, 1, uniqueId, JSON.stringify(properties)].join("\t")}\n`;
  });
  return Buffer.from(rows.join(""));
}

const streams = new Map<string, number>();

function streamOf(name: string): number {
  const known = streams.get(name) ?? streams.size + 1;
  streams.set(name, known);
  return known;
}

/** One COPY of all text in one transaction, by PostgreSQL's own protocol: the fastest way to write rows. */
export function copyRows(client: pg.Client, text: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  client.query({
    submit: (connection: pg.Connection) => connection.query(`copy bench_twin (${COLUMNS}) from stdin`),
    handleCopyInResponse(connection: CopyConnection) {
      connection.sendCopyFromChunk(text);
      connection.endCopyFrom();
    },
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => resolve(),
    handleError: (error: Error) => reject(error),
  });
  return promise;
}

/** COPY support of pg, which its types omit. */
interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}
