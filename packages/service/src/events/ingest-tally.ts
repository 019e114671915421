import type { Fault } from "../errors/index.ts";
import type { EventFault, EventOutcome } from "./event.ts";
import { type SentEvent, sentId } from "./sent-event.ts";

/** The outcomes of the events of a body (R-EVT-2), in the order of the body. */
export interface IngestAnswer {
  ingested: string[];
  /** Empty for an event without a usable ID, so that the list is as long as `errors`. */
  failed: string[];
  duplicates: string[];
  /** One entry for each failed event. */
  errors: { index: number; uniqueId: string | null; code: string; detail: string }[];
  /** The full counts. Present only if the lists were cut because they grew too long. */
  counts?: IngestCounts;
}

export interface IngestCounts {
  ingested: number;
  failed: number;
  duplicates: number;
  errors: number;
}

/** The most characters in the lists of an answer. Two thirds are for stored events, the rest for failed ones. */
const LISTED_CHARACTERS = 48 * 1024 * 1024;
/** The cost of a list entry in addition to its text. */
const ENTRY_CHARACTERS = 32;

/** What is wrong with a member of the event at this index. */
export interface UnreadMember extends Fault {
  readonly index: number;
}

/** The most faults that an answer names for a body in which nothing can be read. */
const NAMED_FAULTS = 1_000;

export interface IngestTally {
  readonly counts: IngestCounts;
  /** Adds the outcomes of the next events of the body. */
  add(sent: readonly SentEvent[], outcomes: readonly EventOutcome[]): void;
  /** The faults of the first events of a body in which no event could be read. Empty if at least one could be read. */
  unread(): readonly UnreadMember[];
  /** The lists, cut at their limit. If they were cut, also the counts. */
  lists(): IngestAnswer;
}

/** Collects the outcomes of any number of events. Counts all of them, and lists as many as memory allows. */
export function createIngestTally(listedCharacters = LISTED_CHARACTERS): IngestTally {
  const counts: IngestCounts = { ingested: 0, failed: 0, duplicates: 0, errors: 0 };
  const answer: IngestAnswer = { ingested: [], failed: [], duplicates: [], errors: [] };
  const room = { stored: (listedCharacters * 2) / 3, failed: listedCharacters / 3 };
  const unread: { count: number; faults: UnreadMember[] } = { count: 0, faults: [] };
  let index = 0;

  function noteUnread({ members }: EventFault): void {
    if (members === undefined) return;
    unread.count += 1;
    for (const member of members) {
      if (unread.faults.length < NAMED_FAULTS) unread.faults.push({ index, ...member });
    }
  }

  function addOne(sent: SentEvent, outcome: EventOutcome): void {
    const uniqueId = sentId(sent);
    const characters = ENTRY_CHARACTERS + (uniqueId?.length ?? 0);
    if (outcome.kind === "failed") {
      noteUnread(outcome.fault);
      counts.failed += 1;
      counts.errors += 1;
      room.failed -= 2 * characters + outcome.fault.detail.length;
      if (room.failed < 0) return;
      const { code, detail } = outcome.fault;
      answer.failed.push(uniqueId ?? "");
      answer.errors.push({ index, uniqueId, code, detail });
    } else {
      const list = outcome.kind === "ingested" ? "ingested" : "duplicates";
      counts[list] += 1;
      room.stored -= characters;
      if (room.stored >= 0) answer[list].push(uniqueId ?? "");
    }
  }

  return {
    counts,
    unread: () => (unread.count > 0 && unread.count === index ? unread.faults : []),
    add(sent, outcomes) {
      sent.forEach((event, position) => {
        const outcome = outcomes[position];
        if (outcome === undefined) throw new Error("broken invariant: an outcome for each event");
        addOne(event, outcome);
        index += 1;
      });
    },
    lists: () => (room.stored < 0 || room.failed < 0 ? { ...answer, counts: { ...counts } } : answer),
  };
}
