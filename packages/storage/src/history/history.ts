import { Readable } from "node:stream";
import { ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { createClient as createQuickClient } from "@clickhouse/client-web";
import { HistoryAway, historyAwayFor } from "./history-away.ts";
import { rememberShortAnswers } from "./short-answers.ts";

export interface HistoryOptions {
  /** `https://user:password@host:8443`. */
  readonly url: string;
  /** A database that exists. Default: `default`. */
  readonly database?: string;
  /** The cluster on which the table is replicated; null for a single server. */
  readonly cluster?: string | null;
  /** How long a statement may send nothing. Default: 10,000. */
  readonly silenceMilliseconds?: number;
  /**
   * Whether every reading takes all that is copied from ClickHouse. Default: only readings that ClickHouse has an order for
   * do; others take what PostgreSQL no longer has.
   */
  readonly readsCopied?: boolean;
  /** The events from which ClickHouse counts different values of a property itself. Default: 100,000. */
  readonly countsValuesFrom?: number;
  /** The rows up to which a reading gets all of them and adds them up itself. Default: 2,000. */
  readonly addsUpTo?: number;
  /** Called for each failure, also if a reading then used PostgreSQL. */
  readonly onFailure?: (error: HistoryAway) => void;
}

/** Values of `{name:Type}` in a statement. 64-bit integers are text or `bigint`. A list has integers only. */
export type HistoryValues = Readonly<Record<string, string | number | bigint | readonly (string | number | bigint)[]>>;

export interface HistoryTally {
  /** Queries that were answered. */
  readonly read: number;
  /** Blocks that were inserted. */
  readonly inserted: number;
  /** Statements that failed, because ClickHouse could not be used. */
  readonly failed: number;
}

/** The connection to ClickHouse (R-HIST-1). All failures are `HistoryAway`. */
export interface History {
  /** `host:port/database`, for messages. */
  readonly name: string;
  readonly cluster: string | null;
  readonly readsCopied: boolean;
  readonly countsValuesFrom: number;
  readonly addsUpTo: number;
  /** Runs a statement without a result. */
  command(statement: string, values?: HistoryValues): Promise<void>;
  /** Inserts rows of `TabSeparated` as one block. Repeating it with the same token inserts nothing (R-HIST-1). */
  insert(into: string, rows: readonly string[], token: string): Promise<void>;
  /** The rows of a query as arrays of their columns, some thousand at a time. 64-bit integers are text. */
  rows<Row extends readonly unknown[]>(query: string, values: HistoryValues): AsyncGenerator<Row[]>;
  /**
   * The same for a query whose answer does not change. A short one is remembered by this process.
   * @param of what the answer depends on besides the query and its values
   */
  settledRows<Row extends readonly unknown[]>(of: string, query: string, values: HistoryValues): AsyncGenerator<Row[]>;
  /**
   * All rows of a query whose answer does not change, by the shortest way. Null if they are not few, or if the answer takes
   * unusually long. This process remembers both.
   * @param of what the answer depends on besides the query
   */
  fewRows<Row extends readonly unknown[]>(
    of: string,
    query: string,
    areFew: (rows: readonly Row[]) => boolean,
  ): Promise<Row[] | null>;
  /**
   * Whether readings should not try: a statement failed a moment ago. So a server that does not respond delays few
   * readings.
   */
  isAvoided(): boolean;
  /** The result of work that this process did less than a minute ago, or does now. A failure is not remembered. */
  remembered<Found>(name: string, work: () => Promise<Found>): Promise<Found>;
  forget(name: string): void;
  /** What this process did so far. */
  tally(): HistoryTally;
  close(): Promise<void>;
}

const SILENCE_MILLISECONDS = 10_000;
/** How long readings use PostgreSQL alone after a failure. */
const AVOIDED_MILLISECONDS = 5_000;
const CONNECTIONS = 10;
const REMEMBERED_MILLISECONDS = 60_000;
/** Fewer are read in some milliseconds, together with those of other accounts. */
const COUNTS_VALUES_FROM = 100_000;
/** More rows take longer to send than ClickHouse takes to add them up (decision 135). */
const ADDS_UP_TO = 2_000;
/** A short answer that takes longer is not worth waiting for: the other ways notice whether ClickHouse still works. */
const QUICK_MILLISECONDS = 2_000;
/** In place of rows that are not few, or late. */
const MANY: readonly [] = [];

/** Connects when it is first used. */
export function openHistory({
  url,
  database = "default",
  cluster = null,
  silenceMilliseconds = SILENCE_MILLISECONDS,
  readsCopied = false,
  countsValuesFrom = COUNTS_VALUES_FROM,
  addsUpTo = ADDS_UP_TO,
  onFailure = () => undefined,
}: HistoryOptions): History {
  const address = new URL(url);
  const name = `${address.host}/${database}`;
  const [username, password] = [decodeURIComponent(address.username), decodeURIComponent(address.password)];
  address.username = "";
  address.password = "";
  const options = {
    url: address.toString(),
    database,
    ...(username === "" ? {} : { username }),
    ...(password === "" ? {} : { password }),
    application: "counterfoil",
    request_timeout: silenceMilliseconds,
    // Failures are thrown to callers, which log them without the statement's values.
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      output_format_json_quote_64bit_integers: 1,
      // Statements may name many streams.
      max_query_size: "16000000",
      // A statement that adds up many events has no row for a long time, and says that it works.
      send_progress_in_http_headers: 1,
      http_headers_progress_interval_ms: "1000",
      // A replica answers only if it has everything that a quorum has.
      ...(cluster === null ? {} : { insert_quorum: "auto", select_sequential_consistency: "1" }),
    },
  } as const;
  const client = createClient({ ...options, max_open_connections: CONNECTIONS });
  // Readings hold a connection to PostgreSQL, so there are not more of them at once than it has.
  const quick = createQuickClient(options);
  let avoidedUntil = 0;
  const memory = new Map<string, { readonly until: number; readonly found: Promise<unknown> }>();
  const tally = { read: 0, inserted: 0, failed: 0 };
  const shortAnswers = rememberShortAnswers();

  function failed(error: unknown): HistoryAway {
    avoidedUntil = performance.now() + AVOIDED_MILLISECONDS;
    tally.failed += 1;
    const away = historyAwayFor(error, name);
    onFailure(away);
    return away;
  }

  async function noting<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw failed(error);
    }
  }

  async function* rows<Row extends readonly unknown[]>(query: string, values: HistoryValues): AsyncGenerator<Row[]> {
    try {
      const result = await client.query({ query, query_params: asParameters(values), format: "JSONCompactEachRow" });
      for await (const part of result.stream<Row>()) yield part.map((row) => row.json<Row>());
      tally.read += 1;
    } catch (error) {
      throw failed(error);
    }
  }

  /** All rows, or none for a late answer. */
  async function rowsAtOnce<Row>(query: string): Promise<Row[] | null> {
    const abort_signal = AbortSignal.timeout(QUICK_MILLISECONDS);
    try {
      const result = await quick.query({ query, format: "JSONCompactEachRow", abort_signal });
      const found = await result.json<Row>();
      tally.read += 1;
      return found;
    } catch (error) {
      if (abort_signal.aborted) return null;
      throw failed(error);
    }
  }

  async function fewRows<Row extends readonly unknown[]>(
    of: string,
    query: string,
    areFew: (rows: readonly Row[]) => boolean,
  ): Promise<Row[] | null> {
    const parts = shortAnswers<Row | typeof MANY>(`${of} ${query}`, async function* ask() {
      const rows = await rowsAtOnce<Row>(query);
      yield rows !== null && areFew(rows) ? rows : [MANY];
    });
    const rows = (await Array.fromAsync(parts)).flat();
    return rows.includes(MANY) ? null : (rows as Row[]);
  }

  return {
    name,
    cluster,
    readsCopied,
    countsValuesFrom,
    addsUpTo,
    command: (query, values = {}) =>
      noting(async () => void (await client.command({ query, query_params: asParameters(values) }))),
    insert: (into, rows, token) =>
      noting(async () => {
        const { stream } = await client.exec({
          query: `insert into ${into} format TabSeparated`,
          values: Readable.from([rows.join("\n")], { objectMode: false }),
          clickhouse_settings: {
            insert_deduplicate: 1,
            insert_deduplication_token: token,
            async_insert: 0,
            // One block for each month of its rows, so that the token names all of them.
            input_format_parallel_parsing: 0,
            max_insert_block_size: "10000000",
            max_partitions_per_insert_block: "0",
          },
        });
        for await (const _part of stream);
        tally.inserted += 1;
      }),
    rows,
    settledRows: <Row extends readonly unknown[]>(of: string, query: string, values: HistoryValues) =>
      shortAnswers(`${of} ${query} ${textOf(values)}`, () => rows<Row>(query, values)),
    fewRows,
    remembered<Found>(name: string, work: () => Promise<Found>): Promise<Found> {
      const now = performance.now();
      for (const [past, { until }] of memory) if (until <= now) memory.delete(past);
      const known = memory.get(name);
      if (known !== undefined) return known.found as Promise<Found>;
      const found = work();
      memory.set(name, { until: now + REMEMBERED_MILLISECONDS, found });
      found.catch(() => memory.delete(name));
      return found;
    },
    forget: (name) => void memory.delete(name),
    tally: () => ({ ...tally }),
    isAvoided: () => performance.now() < avoidedUntil,
    close: async () => void (await Promise.all([client.close(), quick.close()])),
  };
}

/** A ClickHouse that must not be asked. */
export function refuseAll(why: string): History {
  const refuse = () => {
    throw new HistoryAway("unavailable", why);
  };
  return {
    name: "",
    cluster: null,
    readsCopied: false,
    countsValuesFrom: 0,
    addsUpTo: 0,
    command: async () => refuse(),
    insert: async () => refuse(),
    rows: refuse,
    settledRows: refuse,
    fewRows: async () => refuse(),
    remembered: async () => refuse(),
    forget: () => undefined,
    isAvoided: () => true,
    tally: () => ({ read: 0, inserted: 0, failed: 0 }),
    close: async () => undefined,
  };
}

/** Lists of text would be sent as lists of strings. */
function asParameters(values: HistoryValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.map(BigInt) : value]),
  );
}

function textOf(values: HistoryValues): string {
  return JSON.stringify(values, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
}

/** The only row of a query. */
export async function oneRow<Row extends readonly unknown[]>(
  history: History,
  query: string,
  values: HistoryValues,
): Promise<Row> {
  for await (const [row] of history.rows<Row>(query, values)) if (row !== undefined) return row;
  throw new HistoryAway("refused", `ClickHouse at ${history.name} answered no row`);
}
