/** A part of the day that the benchmark tells, with what comes in during it. */
export interface Phase {
  readonly name: string;
  /** Of the whole length. */
  readonly share: number;
  /** Of the busiest pace that stays below what the platform can take. */
  readonly pace: number;
  /** Whether senders beside them send as much as they can, which is more than the platform can take. */
  readonly isFlooded: boolean;
}

export const phases: readonly Phase[] = [
  { name: "night", share: 0.15, pace: 0.25, isFlooded: false },
  { name: "day", share: 0.35, pace: 1, isFlooded: false },
  { name: "flood", share: 0.2, pace: 1, isFlooded: true },
  { name: "evening", share: 0.3, pace: 0.6, isFlooded: false },
];

/** Senders of the flood, each with a batch of 1,000 always under way: more than the 50,000 events that may wait. */
export const FLOODING_SENDERS = 96;

/** How often something is done in a second of the day, beside the batches. */
export const PER_SECOND = { single: 150, read: 40, check: 60, probe: 4, signUp: 0.5 } as const;
export const BATCH = 500;

export interface Day {
  readonly seconds: number;
  /** Seconds since it began. */
  now(): number;
  isOver(): boolean;
  phase(): Phase;
}

/** Begins the day; afterwards it is over, and its last phase goes on. */
export function beginDay(minutes: number): Day {
  const seconds = minutes * 60;
  const began = performance.now();
  const now = () => (performance.now() - began) / 1_000;
  return { seconds, now, isOver: () => now() >= seconds, phase: () => phaseAt(now() / seconds) };
}

function phaseAt(share: number): Phase {
  let end = 0;
  const phase = phases.find((each) => share < (end += each.share)) ?? phases.at(-1);
  if (phase === undefined) throw new Error("a day has phases");
  return phase;
}

/** Each phase's name with the seconds at which it begins and ends. */
export function stretches(seconds: number): { name: string; from: number; to: number }[] {
  let to = 0;
  return phases.map(({ name, share }) => ({ name, from: to, to: (to += share * seconds) }));
}
