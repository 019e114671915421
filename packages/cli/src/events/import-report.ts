import type { StepProgress } from "../terminal/steps.ts";
import type { ImportStanding } from "./import-standing.ts";

/** The result of an import. */
export interface ImportOutcome {
  readonly standing: ImportStanding;
  /** False if it was asked to stop. */
  readonly isComplete: boolean;
}

/** Reports the speed and the remaining time of an import. */
export interface ImportReport {
  tell(standing: ImportStanding, share: number | undefined): void;
  /** For the final line: the events of this run, and the number per second. */
  said(standing: ImportStanding): string;
}

const REDRAWN_EACH_MILLISECONDS = 100;
/** Interval of progress lines without a terminal, if the size of the source is unknown. */
const ADDED_EACH_MILLISECONDS = 10_000;

/** @param from where this run started, and the share of the file before that position */
export function createImportReport(
  progress: StepProgress,
  isTerminal: boolean,
  from: ImportStanding,
  now: () => number = () => performance.now(),
): ImportReport {
  const began = now();
  let told = began;
  let firstShare: number | undefined;
  const rateOf = (standing: ImportStanding) =>
    Math.round((eventsOf(standing) - eventsOf(from)) / Math.max(0.001, (now() - began) / 1_000));
  return {
    tell(standing, share) {
      firstShare ??= share;
      const pause = isTerminal || share !== undefined ? REDRAWN_EACH_MILLISECONDS : ADDED_EACH_MILLISECONDS;
      if (now() - told < pause) return;
      told = now();
      const rate = `${grouped(rateOf(standing))}/s`;
      if (share === undefined) return progress.tell(`${grouped(eventsOf(standing))} events, ${rate}`);
      const done = share - (firstShare ?? 0);
      const left = done > 0 ? `, ${clock((((1 - share) / done) * (told - began)) / 1_000)} left` : "";
      progress.tell(`${rate}${left}`, share);
    },
    said: (standing) => `${grouped(eventsOf(standing) - eventsOf(from))} events, ${grouped(rateOf(standing))}/s`,
  };
}

export function eventsOf({ ingested, duplicates, rejected }: ImportStanding): number {
  return ingested + duplicates + rejected;
}

/** `1,234,567`. */
export function grouped(count: number): string {
  return count.toLocaleString("en-US");
}

/** `0:42`, `12:07`, `3:05:00`. */
function clock(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
