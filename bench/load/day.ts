/** A phase of the simulated day, with its load. */
export interface Phase {
  readonly name: string;
  /** Share of the whole length. */
  readonly share: number;
  /** Share of the highest sustainable pace. */
  readonly pace: number;
  /** Whether the flood is on: additional senders send as much as they can, beyond capacity. */
  readonly isFlooded: boolean;
}

export const phases: readonly Phase[] = [
  { name: "night", share: 0.15, pace: 0.25, isFlooded: false },
  { name: "day", share: 0.35, pace: 1, isFlooded: false },
  { name: "flood", share: 0.2, pace: 1, isFlooded: true },
  { name: "evening", share: 0.3, pace: 0.6, isFlooded: false },
];

/** Senders of the flood, each with one batch of 1,000 in progress: together more than the 50,000 events that may wait. */
export const FLOODING_SENDERS = 96;

/** Operations per second by day, in addition to the batches. */
export const PER_SECOND = { single: 150, read: 40, check: 60, probe: 4, signUp: 0.5 } as const;
export const BATCH = 500;

export interface Day {
  readonly seconds: number;
  /** Seconds since the start. */
  now(): number;
  isOver(): boolean;
  phase(): Phase;
}

/** Starts the day. After its end, the last phase continues. */
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

/** Each phase's name, with its first and last second. */
export function stretches(seconds: number): { name: string; from: number; to: number }[] {
  let to = 0;
  return phases.map(({ name, share }) => ({ name, from: to, to: (to += share * seconds) }));
}
