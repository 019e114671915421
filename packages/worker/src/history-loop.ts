import { randomUUID } from "node:crypto";
import {
  copyHistory,
  dropMonths,
  firstKeptMonth,
  forgetHistory,
  HistoryAway,
  HistoryMismatch,
  type History,
  organizationsWithEventsToCopy,
  prepareHistory,
} from "@counterfoil/service";
import { createRests } from "./copy-rests.ts";
import { eachOrganization, workerContext } from "./each-organization.ts";
import type { Loops } from "./loops.ts";
import type { HistoryPace, WorkerPorts } from "./worker-ports.ts";

const PACE: HistoryPace = { leastEvents: 10_000, mostSeconds: 60 };
/** How long nothing is copied after ClickHouse could not be used. */
const AGAIN_MILLISECONDS = 5_000;
const FORGET_EVERY_MILLISECONDS = 3_600_000;
/** Months become old enough once a day, but may wait for events that are copied soon. */
const DROP_EVERY_MILLISECONDS = 600_000;

/** Rounds that copy the events of all organizations to ClickHouse (R-HIST-1), if the ports have one. */
export function historyRounds(
  ports: WorkerPorts,
  { isStopping, pause }: Pick<Loops, "isStopping" | "pause">,
): () => Promise<boolean> {
  const worker = randomUUID();
  const rest = createRests(pause);
  const { history = null, historyPace = PACE, keptEventMonths = null, dropsCopiedMonths = false } = ports;
  let isPrepared = false;
  let dueAt = performance.now();
  let forgettingDueAt = performance.now();
  let droppingDueAt = performance.now();
  /** The last failure that was reported, so that an outage is reported once. */
  let told: string | undefined;

  async function copyAll(to: History): Promise<void> {
    if (!isPrepared) await prepareHistory(ports, to);
    isPrepared = true;
    if (keptEventMonths !== null && performance.now() >= forgettingDueAt) {
      await forgetHistory(ports, to, firstKeptMonth(ports.clock.now(), keptEventMonths));
      forgettingDueAt = performance.now() + FORGET_EVERY_MILLISECONDS;
    }
    const organizations = await organizationsWithEventsToCopy(ports.database, historyPace);
    let away: HistoryAway | undefined;
    await eachOrganization(ports, { name: "copy history", organizations, isStopping }, async (context) => {
      if (away !== undefined) return;
      try {
        const { valueDaysFrom } = historyPace;
        await copyHistory(
          context,
          { history: to, worker, rest, ...(valueDaysFrom === undefined ? {} : { valueDaysFrom }) },
          isStopping,
        );
      } catch (error) {
        if (!(error instanceof HistoryAway)) throw error;
        away = error;
      }
    });
    if (away !== undefined) throw away;
    if (dropsCopiedMonths) await dropOldMonths(to);
  }

  async function dropOldMonths(to: History): Promise<void> {
    if (isStopping() || performance.now() < droppingDueAt) return;
    droppingDueAt = performance.now() + DROP_EVERY_MILLISECONDS;
    const contextOf = (organizationId: string) => workerContext(ports, organizationId);
    try {
      await dropMonths({ database: ports.database, history: to, contextOf }, isStopping);
    } catch (error) {
      if (!(error instanceof HistoryMismatch)) throw error;
      ports.onError(error, null);
    }
  }

  return async () => {
    if (history === null || performance.now() < dueAt) return false;
    try {
      await copyAll(history);
      told = undefined;
    } catch (error) {
      if (!(error instanceof HistoryAway)) throw error;
      dueAt = performance.now() + AGAIN_MILLISECONDS;
      isPrepared = false;
      if (told !== error.message) ports.onError(error, null);
      told = error.message;
    }
    return false;
  };
}
