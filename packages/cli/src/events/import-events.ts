import type { ImportStanding } from "./import-standing.ts";
import type { Slice } from "./cut-slices.ts";
import type { ReadEvent } from "./read-event.ts";
import type { Reject, RejectsFile } from "./rejects-file.ts";

/** The result of events that were sent together. */
export interface Settled {
  readonly ingested: number;
  readonly duplicates: number;
  readonly errors: readonly { readonly index: number; readonly code: string; readonly detail: string }[];
}

export interface EventImport {
  readonly slices: AsyncIterable<Slice>;
  /** Where the import starts. */
  readonly standing: ImportStanding;
  readonly rejects: RejectsFile;
  /** Stores events; resolves after the commit. */
  readonly settle: (events: readonly unknown[]) => Promise<Settled>;
  /** Called with each new progress, in the order of the file. */
  readonly advance: (standing: ImportStanding) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Concurrent slices: two are written, while one is checked and one waits. */
const SLICES_AT_A_TIME = 4;

/** A slice that is being stored. */
interface Flight {
  readonly slice: Slice;
  readonly sent: readonly ReadEvent[];
  readonly ids: ReadonlySet<string>;
  readonly settled: Promise<Settled>;
}

/**
 * Stores several slices at a time, and settles them in the order of the file. When `advance` is called, everything
 * before the new position is committed, and its rejects are in their file. Slices that share an ID are stored one after
 * the other. So the first of several lines with the same ID counts, however often the import is killed and resumed.
 *
 * @returns false if it was asked to stop before the end
 */
export async function importEvents({
  slices,
  standing,
  rejects,
  settle,
  advance,
  signal,
}: EventImport): Promise<boolean> {
  const flights: Flight[] = [];
  let current = standing;
  let isBroken = false;

  async function land(): Promise<void> {
    const flight = flights.shift();
    if (flight === undefined) return;
    const { offset, line, header } = flight.slice;
    const { ingested, duplicates, errors } = await flight.settled.catch((error: unknown) => {
      isBroken = true;
      throw error;
    });
    const refused = rejectsOf(flight, errors);
    await rejects.add(refused);
    current = {
      format: current.format,
      header,
      offset,
      line,
      ingested: current.ingested + ingested,
      duplicates: current.duplicates + duplicates,
      rejected: current.rejected + refused.length,
      rejectsBytes: rejects.length(),
    };
    await advance(current);
  }

  try {
    for await (const slice of slices) {
      if (signal.aborted) return false;
      const sent = slice.lines.filter((line): line is ReadEvent => "event" in line);
      const ids = idsOf(sent);
      while (flights.length >= SLICES_AT_A_TIME || flights.some((flight) => !flight.ids.isDisjointFrom(ids))) {
        await land();
      }
      const settled = settle(sent.map(({ event }) => event));
      // A failure is handled when the slice lands; until then it must not end the process.
      settled.catch(() => undefined);
      flights.push({ slice, sent, ids, settled });
    }
  } finally {
    // Slices after a failed one are not settled, even if they were stored: the next run sends them again.
    while (!isBroken && flights.length > 0) await land();
  }
  return true;
}

function rejectsOf({ slice, sent }: Flight, errors: Settled["errors"]): Reject[] {
  const unread = slice.lines.flatMap((line) =>
    "fault" in line ? [{ line: line.number, ...line.fault, json: line.json }] : [],
  );
  const refused = errors.flatMap(({ index, code, detail }) => {
    const line = sent[index];
    return line === undefined ? [] : [{ line: line.number, code, detail, json: line.json }];
  });
  return [...unread, ...refused].sort((one, other) => one.line - other.line);
}

function idsOf(events: readonly ReadEvent[]): Set<string> {
  const ids = new Set<string>();
  for (const { event } of events) {
    const id = typeof event === "object" && event !== null ? (event as { uniqueId?: unknown }).uniqueId : undefined;
    if (typeof id === "string") ids.add(id);
  }
  return ids;
}
