import { percentile } from "../platform/measure.ts";
import type { Notes } from "./notes.ts";
import { type Kind, kinds } from "./kinds.ts";

export interface Latency {
  readonly count: number;
  /** Milliseconds; null without responses. */
  readonly p50: number | null;
  readonly p99: number | null;
}

/** One second, or the time until the next reading was possible. */
export interface Second {
  /** End, in seconds since the start. */
  readonly at: number;
  readonly length: number;
  readonly phase: string;
  /** Events answered as stored. */
  readonly stored: number;
  /** Requests answered with 503 and Retry-After. */
  readonly refused: number;
  readonly latency: Readonly<Record<Kind, Latency>>;
  /** MiB. */
  readonly serverMemory: number;
  readonly databaseMemory: number;
}

type Took = Record<Kind, number[]>;
const nothingTook = (): Took => ({ batch: [], single: [], read: [], check: [], probe: [] });

/** Records results by second and by phase. */
export class Recorder implements Notes {
  readonly seconds: Second[] = [];
  stored = 0;
  refused = 0;
  #took = nothingTook();
  #before = { at: 0, stored: 0, refused: 0 };
  readonly #byPhase = new Map<string, Took>();

  took(kind: Kind, milliseconds: number): void {
    this.#took[kind].push(milliseconds);
  }

  /** Ends a second. */
  endSecond(ended: { at: number; phase: string; serverMemory: number; databaseMemory: number }): void {
    const took = this.#took;
    const latency = latencies(took);
    const { stored, refused } = this;
    this.seconds.push({
      ...ended,
      length: ended.at - this.#before.at,
      latency,
      stored: stored - this.#before.stored,
      refused: refused - this.#before.refused,
    });
    const ofPhase = this.#byPhase.get(ended.phase) ?? nothingTook();
    for (const kind of kinds) ofPhase[kind].push(...took[kind]);
    this.#byPhase.set(ended.phase, ofPhase);
    this.#took = nothingTook();
    this.#before = { at: ended.at, stored, refused };
  }

  latencyOf(phase: string): Readonly<Record<Kind, Latency>> {
    return latencies(this.#byPhase.get(phase) ?? nothingTook());
  }
}

function latencies(took: Took): Record<Kind, Latency> {
  const of = (kind: Kind): Latency => {
    const all = took[kind];
    if (all.length === 0) return { count: 0, p50: null, p99: null };
    return { count: all.length, p50: percentile(all, 50), p99: percentile(all, 99) };
  };
  return { batch: of("batch"), single: of("single"), read: of("read"), check: of("check"), probe: of("probe") };
}
