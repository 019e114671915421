import { type Border, fewSettledRows } from "./border.ts";
import { LEAST, MOST } from "./read-history.ts";

/** A row of ClickHouse: an event, or the end of one. */
export interface FewRow {
  readonly streamId: string;
  /** When the event happened, in microseconds. */
  readonly timestamp: bigint;
  readonly sequence: bigint;
  /** When the event ended, for the end of one; 0 for an event. */
  readonly endedSequence: bigint;
  /** JSON text; empty for the end of an event, or if no question reads properties. */
  readonly properties: string;
}

/** Streams in some time, in microseconds, half-open; null for no limit. */
export interface FewQuestion {
  readonly streamIds: readonly string[];
  readonly start: bigint | null;
  readonly end: bigint | null;
  readonly readsProperties: boolean;
}

/** More are of many accounts, whose rows are seldom few. */
const MOST_STREAMS = 20;
/** Of the properties of an event, so that all rows together can be remembered. */
const MOST_BYTES = 240;
/** In place of longer ones. It is no JSON. */
const LONG = "long";

/**
 * All rows of the questions' streams in the time from the first question's start to the last one's end, events and their ends,
 * by one statement. Null if they are many, or long.
 */
export async function readFewRows(border: Border, questions: readonly FewQuestion[]): Promise<FewRow[] | null> {
  const { addsUpTo } = border.history;
  const streamIds = [...new Set(questions.flatMap((question) => question.streamIds))];
  if (addsUpTo === 0 || streamIds.length === 0 || streamIds.length > MOST_STREAMS) return null;
  const start = questions.map((question) => question.start ?? LEAST).reduce((a, b) => (b < a ? b : a));
  const end = questions.map((question) => question.end ?? MOST).reduce((a, b) => (b > a ? b : a));
  // All values are numbers. Named parameters, conditions on sequences, and settings for large readings take a third longer.
  const properties = questions.some(({ readsProperties }) => readsProperties)
    ? `if(length(properties) > ${MOST_BYTES}, '${LONG}', properties)`
    : "''";
  const rows = await fewSettledRows<[string, string, string, string, string]>(
    border,
    `select stream_id, timestamp, sequence, ended_sequence, ${properties} from ${border.table}
     where organization_number = ${border.organizationNumber} and stream_id ${oneOf(streamIds)}
       and timestamp >= ${start} and timestamp < ${end}
     limit ${addsUpTo + 1} settings optimize_move_to_prewhere = 0, use_skip_indexes = 0, optimize_use_projections = 0`,
    (found) => found.length <= addsUpTo && found.every(([, , , , text]) => text !== LONG),
  );
  if (rows === null) return null;
  const through = BigInt(border.through);
  return rows
    .map(([streamId, timestamp, sequence, ended, text]) => {
      const numbers = { timestamp: BigInt(timestamp), sequence: BigInt(sequence), endedSequence: BigInt(ended) };
      return { streamId, ...numbers, properties: text };
    })
    .filter(({ sequence, endedSequence }) => sequence <= through && endedSequence <= through);
}

function oneOf(numbers: readonly string[]): string {
  return numbers.length === 1 ? `= ${numbers[0]}` : `in (${numbers.join(", ")})`;
}
