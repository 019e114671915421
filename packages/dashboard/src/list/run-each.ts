import { reasonOf } from "../design/reason.ts";

/** What happened to one row. */
export interface Outcome<Row> {
  readonly row: Row;
  readonly kind: "done" | "failed" | "skipped";
  /** Why it failed or was skipped. */
  readonly reason: string | null;
}

interface Each<Row> {
  readonly rows: AsyncIterable<Row>;
  /** Why the action does not apply to a row. It is then skipped without a request. */
  readonly skips: (row: Row) => string | null;
  readonly run: (row: Row) => PromiseLike<unknown>;
  readonly atOnce: number;
  /** Stops before the next row. Requests that are running finish, so that the report is complete. */
  readonly signal: AbortSignal;
  readonly onOutcome: (outcome: Outcome<Row>) => void;
}

/**
 * Runs an action on each row, a few at once. A failure of one row does not stop the others. Resolves when everything
 * that was started is finished; rejects if the rows cannot be read.
 */
export async function runEach<Row>({ rows, skips, run, atOnce, signal, onOutcome }: Each<Row>): Promise<void> {
  const iterator = rows[Symbol.asyncIterator]();
  let reading: Promise<unknown> = Promise.resolve();
  // An iterator is asked for one row at a time.
  const next = () => {
    const result = reading.then(() => iterator.next());
    reading = result.catch(() => undefined);
    return result;
  };
  const work = async () => {
    while (!signal.aborted) {
      const { done, value: row } = await next();
      if (done === true) return;
      onOutcome(await outcomeOf(row, skips, run));
    }
  };
  const finished = await Promise.allSettled(Array.from({ length: atOnce }, work));
  const failed = finished.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

async function outcomeOf<Row>(row: Row, skips: Each<Row>["skips"], run: Each<Row>["run"]): Promise<Outcome<Row>> {
  const skipped = skips(row);
  if (skipped !== null) return { row, kind: "skipped", reason: skipped };
  try {
    await run(row);
    return { row, kind: "done", reason: null };
  } catch (error) {
    return { row, kind: "failed", reason: reasonOf(error) };
  }
}
