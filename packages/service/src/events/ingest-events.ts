import type { Database } from "@counterfoil/storage";
import type { Context } from "../context.ts";
import { checkEvent } from "./check-event.ts";
import type { CheckedEvent, EventFault, EventOutcome } from "./event.ts";
import { createGroupCommit, type GroupCommit } from "./group-commit.ts";
import { isStorable } from "./storable.ts";
import { storeEvents } from "./store-events.ts";

/** What became of the events of a body (R-EVT-2), in the order of the body. */
export interface IngestAnswer {
  ingested: string[];
  /** Null for an event without a usable id. */
  failed: (string | null)[];
  duplicates: string[];
  /** One entry for each failed event. */
  errors: { index: number; uniqueId: string | null; code: string; detail: string }[];
}

/** One queue for each pool of connections: requests that share the pool share its transactions. */
const groupCommits = new WeakMap<Database, GroupCommit>();

function groupCommitOf(database: Database): GroupCommit {
  const known = groupCommits.get(database);
  if (known !== undefined) return known;
  const made = createGroupCommit((organizationId, events) => storeEvents(database, organizationId, events));
  groupCommits.set(database, made);
  return made;
}

/**
 * Takes the events that `parseEventsBody` found in a body. Resolves after the commit: an answered event is durable, counts
 * once and is seen by the next reading. A bad event is named and harms no other. Refuses with a 503 while the database is
 * away or more waits than can be stored; then the same body can be sent again.
 */
export async function ingestEvents(context: Context, sent: readonly unknown[]): Promise<IngestAnswer> {
  const receivedAt = context.clock.now();
  const checks = sent.map((event) => checkEvent(event, receivedAt));
  const sound = checks.flatMap((check): CheckedEvent[] => (check.event === undefined ? [] : [check.event]));
  const outcomes =
    sound.length === 0 ? [] : await groupCommitOf(context.database).submit(context.organizationId, sound);
  const stored = outcomes.values();
  return answer(
    sent,
    checks.map((check) => (check.event === undefined ? failed(check.fault) : next(stored))),
  );
}

function failed(fault: EventFault): EventOutcome {
  return { kind: "failed", fault };
}

function next(outcomes: IterableIterator<EventOutcome>): EventOutcome {
  const { value, done } = outcomes.next();
  if (done === true) throw new Error("broken invariant: an outcome for each event");
  return value;
}

function answer(sent: readonly unknown[], outcomes: readonly EventOutcome[]): IngestAnswer {
  const result: IngestAnswer = { ingested: [], failed: [], duplicates: [], errors: [] };
  outcomes.forEach((outcome, index) => {
    const uniqueId = sentId(sent[index]);
    if (outcome.kind === "failed") {
      result.failed.push(uniqueId);
      result.errors.push({ index, uniqueId, ...outcome.fault });
    } else {
      result[outcome.kind === "ingested" ? "ingested" : "duplicates"].push(uniqueId ?? "");
    }
  });
  return result;
}

/** The id as the caller wrote it, when it can be answered at all. */
function sentId(event: unknown): string | null {
  if (typeof event !== "object" || event === null) return null;
  const { uniqueId } = event as { uniqueId?: unknown };
  return typeof uniqueId === "string" && isStorable(uniqueId) ? uniqueId : null;
}
