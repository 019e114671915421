import type { AlikeEvents, CountedValues, MeasuredEvent } from "@counterfoil/engine";
import type { Stretch } from "./totals/bucket.ts";
import type { UsageQuestion } from "./usage-store.ts";

/** A stretch of a question that is measured from its events. */
export interface EventsQuestion {
  readonly position: number;
  readonly question: UsageQuestion;
  readonly stretch: Stretch;
  /** The different values that were added so far, if others may be counted elsewhere. Then no event may be added afterwards. */
  readonly knownValues: (() => ReadonlySet<string>) | null;
}

/** A question as the statement reads it. Its position is its place in the list. */
export interface Asked {
  readonly position: number;
  readonly accountId: string;
  readonly eventName: string;
  readonly start: string;
  readonly end: string;
  readonly throughSequence: string;
  readonly readsProperties: boolean;
  /** Those that it reads. */
  readonly properties: readonly string[];
  /** The same, if it ignores when events happened; otherwise null. */
  readonly alike: readonly string[] | null;
}

/** What a reading gives to the questions: events, several at once for a method that ignores when they happened, or counts of values. */
export type Streamed = (
  | { position: number; event: MeasuredEvent }
  | { position: number; alike: AlikeEvents }
  | { position: number; counted: CountedValues }
)[];
