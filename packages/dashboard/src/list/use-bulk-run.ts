import { useRef, useState } from "react";
import { reasonOf } from "../design/reason.ts";
import { readAgain } from "../server/stale.ts";
import type { BulkAction } from "./bulk-action.ts";
import { type Outcome, runEach } from "./run-each.ts";

/** Few enough that other requests of the page are not delayed, and that a limit of requests is rarely reached. */
const AT_ONCE = 4;

export interface BulkRun<Row> {
  readonly state: "ready" | "running" | "stopping" | "finished";
  readonly outcomes: readonly Outcome<Row>[];
  /** Why the rows could not be read to the end. */
  readonly failure: string | null;
  readonly start: () => void;
  /** Requests that are running finish. */
  readonly stop: () => void;
}

/**
 * Runs an action on rows, with its progress.
 * @param value what the user entered in the field of the action
 */
export function useBulkRun<Row>(action: BulkAction<Row>, rows: () => AsyncIterable<Row>, value: string): BulkRun<Row> {
  const [state, setState] = useState<BulkRun<Row>["state"]>("ready");
  const [outcomes, setOutcomes] = useState<readonly Outcome<Row>[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const stopping = useRef(new AbortController());
  const start = async () => {
    setState("running");
    try {
      await runEach({
        rows: rows(),
        skips: (row) => action.skips(row, value),
        run: (row) => action.run(row, value),
        atOnce: AT_ONCE,
        signal: stopping.current.signal,
        onOutcome: (outcome) => setOutcomes((before) => [...before, outcome]),
      });
    } catch (error) {
      setFailure(reasonOf(error));
    }
    setState("finished");
    await readAgain(action.changes);
  };
  const stop = () => {
    stopping.current.abort();
    setState((before) => (before === "running" ? "stopping" : before));
  };
  return { state, outcomes, failure, start: () => void start(), stop };
}
