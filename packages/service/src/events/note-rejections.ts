import { addRejectedEvents, type Database, type RejectedEvents, type Tx } from "@counterfoil/storage";
import type { Context } from "../context.ts";
import type { EventFault, EventOutcome } from "./event.ts";
import { type SentEvent, sentId } from "./sent-event.ts";

/** The most events shown for each reason. */
const SAMPLES = 5;
const LONGEST_ID = 255;
const LONGEST_DETAIL = 1_000;

/** Rejected events to record, by minute and code, with the requests that wait for it. */
interface Note {
  readonly rejected: Map<string, RejectedEvents>;
  readonly settle: PromiseWithResolvers<void>;
}

/** One organization's record while something of it is written: what is written next. */
interface Desk {
  next: Note | undefined;
}

/** Records rejected events, for all organizations of a process. */
export interface Rejections {
  /**
   * Records rejected events, and accepted events with a value that a metric cannot read. When the minute is over,
   * `event.rejected` reports them. Resolves after the commit.
   */
  note(
    caller: Pick<Context, "organizationId" | "clock">,
    sent: readonly SentEvent[],
    outcomes: readonly EventOutcome[],
  ): Promise<void>;
}

/**
 * Events that arrive during a write go into the next write, so a flood of bad events costs one small statement after
 * the other, and one row for each kind of fault.
 */
export function createRejections(database: Database): Rejections {
  const desks = new Map<string, Desk>();
  return {
    async note({ organizationId, clock }, sent, outcomes) {
      if (outcomes.every((outcome) => faultOf(outcome) === undefined)) return;
      const busy = desks.get(organizationId);
      const desk = busy ?? { next: undefined };
      const note = (desk.next ??= { rejected: new Map(), settle: Promise.withResolvers() });
      collect(note.rejected, minuteOf(clock.now()), sent, outcomes);
      if (busy === undefined) {
        desks.set(organizationId, desk);
        void clear(desk, database, organizationId).finally(() => desks.delete(organizationId));
      }
      await note.settle.promise;
    },
  };
}

/** Records rejected events in the caller's transaction: as `Rejections.note`, if the events are stored in it. */
export async function noteRejectionsIn(
  tx: Tx,
  now: string,
  sent: readonly SentEvent[],
  outcomes: readonly EventOutcome[],
): Promise<void> {
  const rejected = new Map<string, RejectedEvents>();
  collect(rejected, minuteOf(now), sent, outcomes);
  if (rejected.size > 0) await addRejectedEvents(tx, [...rejected.values()], SAMPLES);
}

async function clear(desk: Desk, database: Database, organizationId: string): Promise<void> {
  while (desk.next !== undefined) {
    const { rejected, settle } = desk.next;
    desk.next = undefined;
    try {
      await database.transaction(organizationId, (tx) => addRejectedEvents(tx, [...rejected.values()], SAMPLES));
      settle.resolve();
    } catch (error) {
      settle.reject(error);
    }
  }
}

function collect(
  rejected: Map<string, RejectedEvents>,
  minute: string,
  sent: readonly SentEvent[],
  outcomes: readonly EventOutcome[],
): void {
  outcomes.forEach((outcome, position) => {
    const event = sent[position];
    const fault = faultOf(outcome);
    if (fault === undefined || event === undefined) return;
    const { code, detail } = fault;
    const key = `${minute} ${code}`;
    const same = rejected.get(key) ?? { minute, code, events: 0, samples: [] };
    same.events += 1;
    if (same.samples.length < SAMPLES) {
      const uniqueId = sentId(event)?.slice(0, LONGEST_ID) ?? null;
      same.samples.push({ uniqueId, detail: detail.slice(0, LONGEST_DETAIL) });
    }
    rejected.set(key, same);
  });
}

function faultOf(outcome: EventOutcome): EventFault | undefined {
  switch (outcome.kind) {
    case "failed":
      return outcome.fault;
    case "ingested":
      return outcome.unreadable;
    default:
      return undefined;
  }
}

/** `2026-01-31T08:04:12.000Z` → `2026-01-31T08:04:00Z` */
function minuteOf(instant: string): string {
  return `${instant.slice(0, "2026-01-31T08:04".length)}:00Z`;
}
