import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../random.ts";
import type { ShippedPlatform, ShippedVictim } from "./shipped-platform.ts";
import { postEvents } from "./stream-events.ts";

/** Whatever was killed, everything is ready and a write is answered within this (docs/reliability.md). */
export const RECOVERY_MILLISECONDS = 30_000;

/** After so long a run is given up: it will not recover any more. */
const GIVEN_UP_MILLISECONDS = 4 * RECOVERY_MILLISECONDS;
const LOOK_MILLISECONDS = 20;
/** How often what just starts is killed once more. */
const SHARE_KILLED_AGAIN = 0.2;

export interface Killing {
  readonly kills: number;
  readonly random: Random;
  /** Called after each recovery, with how long it took and the id of the event that was answered. */
  readonly onRecovered: (recovery: { kill: number; milliseconds: number; eventId: string }) => void;
  readonly signal: AbortSignal;
}

export interface Killed {
  /** How often each was killed, alone or with others. */
  readonly times: Readonly<Record<ShippedVictim, number>>;
  /** How often several were killed at once. */
  readonly together: number;
  /** How often what had not recovered yet was killed again. */
  readonly again: number;
  /** Milliseconds of each recovery: from the last kill until all processes are ready and a write is answered. */
  readonly recoveries: readonly number[];
}

/** One or several victims, then all at once, in turns; each time until the platform has recovered. */
export async function killTogether(platform: ShippedPlatform, killing: Killing): Promise<Killed> {
  const { kills, random, signal } = killing;
  const times: Record<ShippedVictim, number> = { api: 0, worker: 0, postgres: 0 };
  const recoveries: number[] = [];
  let together = 0;
  let again = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    await sleep(random.integer(300, 2_500), undefined, { signal });
    const shuffled = random.shuffled(platform.victims);
    const count = kill % 2 === 0 ? shuffled.length : random.integer(1, shuffled.length - 1);
    const victims = shuffled.slice(0, count);
    let begun = performance.now();
    await within(platform, platform.kill(victims));
    for (const victim of victims) times[victim] += 1;
    if (victims.length > 1) together += 1;
    if (random.chance(SHARE_KILLED_AGAIN)) {
      await sleep(random.integer(50, 1_500));
      begun = performance.now();
      await within(platform, platform.kill(["api"]));
      times.api += 1;
      again += 1;
    }
    const eventId = `recovered-${kill}`;
    await recover(platform, eventId, begun, signal);
    const milliseconds = performance.now() - begun;
    recoveries.push(milliseconds);
    killing.onRecovered({ kill, milliseconds, eventId });
  }
  return { times, together, again, recoveries };
}

async function recover(platform: ShippedPlatform, eventId: string, begun: number, signal: AbortSignal): Promise<void> {
  const event = { uniqueId: eventId, account: "recovered", eventName: "recovered", properties: {} };
  for (;;) {
    signal.throwIfAborted();
    if ((await platform.isReady()) && (await postEvents(platform, [event]))?.status === 200) return;
    if (performance.now() - begun > GIVEN_UP_MILLISECONDS) throw new Error(`never recovered: ${platform.output()}`);
    await sleep(LOOK_MILLISECONDS);
  }
}

/** What was killed has to end. */
async function within(platform: ShippedPlatform, killed: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const late = sleep(GIVEN_UP_MILLISECONDS, "late", { signal: timer.signal }).catch(() => "over");
  const outcome = await Promise.race([killed, late]);
  timer.abort();
  if (outcome === "late") throw new Error(`what was killed did not end: ${platform.output()}`);
}
