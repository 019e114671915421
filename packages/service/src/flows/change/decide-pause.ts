import type { Contract } from "@counterfoil/engine";
import type { PauseRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { LoadedContract } from "../../contracts/index.ts";
import { invalid } from "../../errors/index.ts";
import { dayOf, nextPeriodEnd, today } from "../../subscriptions/index.ts";
import { lastBilledOn } from "./billed-through.ts";
import { refusePast } from "./refuse-past.ts";

export interface PauseInput {
  /** `now` (the current local day counts as used), `period_end`, an instant or a local day. */
  effective?: string;
  /** The day on which service resumes automatically. */
  resumesOn?: string | null;
}

interface DecidedPause {
  readonly startsOn: Temporal.PlainDate;
  readonly endsOn: Temporal.PlainDate | null;
  /** Whether the pause has begun. */
  readonly begins: boolean;
  /** The version that was sold on the first day, if that day is already billed. */
  readonly billedVersionId: string | null;
}

/** When a pause begins and ends. Refuses a pause that begins in the past or does not end after its start (R-SUB-6). */
export function decidePause(loaded: LoadedContract, input: PauseInput, now: string): DecidedPause {
  const day = today(loaded, now);
  const startsOn = pauseDay(loaded, input.effective ?? "now", day);
  refusePast(loaded, startsOn, day);
  const endsOn = input.resumesOn === undefined || input.resumesOn === null ? null : dayOf(loaded, input.resumesOn);
  if (endsOn !== null && Temporal.PlainDate.compare(endsOn, startsOn) <= 0) {
    const detail = `The pause starts on ${startsOn}. It must end on a later day.`;
    throw invalid([{ pointer: "/resumesOn", code: "not_after_start", detail }]);
  }
  const begins = Temporal.PlainDate.compare(startsOn, day) <= 0;
  const isBilled = lastBilledOn(loaded)?.equals(startsOn) === true;
  return { startsOn, endsOn, begins, billedVersionId: isBilled ? versionOn(loaded.contract, startsOn) : null };
}

interface DecidedResume {
  readonly startsOn: Temporal.PlainDate;
  readonly endsOn: Temporal.PlainDate;
  /** True if the pause would end by its first day. Such a pause is removed. */
  readonly isNothing: boolean;
  /** Whether service runs from today on. */
  readonly isOver: boolean;
}

/** When a pause ends, after its end was set or moved. Refuses an end in the past. */
export function decideResume(
  loaded: LoadedContract,
  pause: Pick<PauseRow, "startsOn">,
  { effective = "now" }: { effective?: string },
  now: string,
): DecidedResume {
  const day = today(loaded, now);
  const endsOn = effective === "now" ? day : dayOf(loaded, effective);
  refusePast(loaded, endsOn, day);
  const startsOn = Temporal.PlainDate.from(pause.startsOn);
  const isNothing = Temporal.PlainDate.compare(endsOn, startsOn) <= 0;
  const isOver = isNothing || Temporal.PlainDate.compare(endsOn, day) <= 0;
  return { startsOn, endsOn, isNothing, isOver };
}

/** The version that runs on a day, if any. */
function versionOn({ versions }: Contract, day: Temporal.PlainDate): string | null {
  return versions.findLast(({ startsOn }) => Temporal.PlainDate.compare(startsOn, day) <= 0)?.id ?? null;
}

function pauseDay(loaded: LoadedContract, effective: string, day: Temporal.PlainDate): Temporal.PlainDate {
  if (effective === "now") return day.add({ days: 1 });
  return effective === "period_end" ? nextPeriodEnd(loaded, day) : dayOf(loaded, effective);
}
