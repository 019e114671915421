import type { EventOutcome } from "./event.ts";
import { type SentEvent, sentId } from "./sent-event.ts";

/** What became of the events of a body (R-EVT-2), in the order of the body. */
export interface IngestAnswer {
  ingested: string[];
  /** Null for an event without a usable id. */
  failed: (string | null)[];
  duplicates: string[];
  /** One entry for each failed event. */
  errors: { index: number; uniqueId: string | null; code: string; detail: string }[];
  /** How many there really are; present only when the lists were cut because they grew too long. */
  counts?: IngestCounts;
}

export interface IngestCounts {
  ingested: number;
  failed: number;
  duplicates: number;
  errors: number;
}

/** Characters that the lists of an answer may hold; two thirds are for what was stored, the rest for what failed. */
const LISTED_CHARACTERS = 48 * 1024 * 1024;
/** What an entry of a list costs beside its text. */
const ENTRY_CHARACTERS = 32;

export interface IngestTally {
  readonly counts: IngestCounts;
  /** Takes the outcomes of the next events of the body. */
  add(sent: readonly SentEvent[], outcomes: readonly EventOutcome[]): void;
  /** The lists, cut at their limit; with the counts when they were. */
  lists(): IngestAnswer;
}

/** Collects what is answered, however many events there are: everything is counted, and listed as far as memory allows. */
export function createIngestTally(listedCharacters = LISTED_CHARACTERS): IngestTally {
  const counts: IngestCounts = { ingested: 0, failed: 0, duplicates: 0, errors: 0 };
  const answer: IngestAnswer = { ingested: [], failed: [], duplicates: [], errors: [] };
  const room = { stored: (listedCharacters * 2) / 3, failed: listedCharacters / 3 };
  let index = 0;

  function addOne(sent: SentEvent, outcome: EventOutcome): void {
    const uniqueId = sentId(sent);
    const characters = ENTRY_CHARACTERS + (uniqueId?.length ?? 0);
    if (outcome.kind === "failed") {
      counts.failed += 1;
      counts.errors += 1;
      room.failed -= 2 * characters + outcome.fault.detail.length;
      if (room.failed < 0) return;
      answer.failed.push(uniqueId);
      answer.errors.push({ index, uniqueId, ...outcome.fault });
    } else {
      const list = outcome.kind === "ingested" ? "ingested" : "duplicates";
      counts[list] += 1;
      room.stored -= characters;
      if (room.stored >= 0) answer[list].push(uniqueId ?? "");
    }
  }

  return {
    counts,
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
