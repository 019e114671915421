import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../random.ts";
import type { ShippedPlatform, ShippedVictim } from "./shipped-platform.ts";
import { postEvents } from "./stream-events.ts";

/** Time limit of a recovery: everything is ready and a write is answered (docs/reliability-kills.md). */
export const RECOVERY_MILLISECONDS = 30_000;

/** Time after which a run is abandoned as not recovering. */
const GIVEN_UP_MILLISECONDS = 4 * RECOVERY_MILLISECONDS;
const LOOK_MILLISECONDS = 20;
/** How often a starting process is killed again. */
const SHARE_KILLED_AGAIN = 0.2;

export interface Killing {
  readonly kills: number;
  readonly random: Random;
  /** Called after each recovery with its duration and the ID of the answered event. */
  readonly onRecovered: (recovery: { kill: number; milliseconds: number; eventId: string }) => void;
  readonly signal: AbortSignal;
}

export interface Killed {
  /** Number of kills of each, alone or with others. */
  readonly times: Readonly<Record<ShippedVictim, number>>;
  /** Number of kills of several at once. */
  readonly together: number;
  /** Number of kills before recovery was complete. */
  readonly again: number;
  /** Milliseconds of each recovery, from the last kill until all processes are ready and a write is answered. */
  readonly recoveries: readonly number[];
}

/** Kills one or several victims, then all at once, alternately, and waits for each recovery. */
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

/** The killed processes must end. */
async function within(platform: ShippedPlatform, killed: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const late = sleep(GIVEN_UP_MILLISECONDS, "late", { signal: timer.signal }).catch(() => "over");
  const outcome = await Promise.race([killed, late]);
  timer.abort();
  if (outcome === "late") throw new Error(`what was killed did not end: ${platform.output()}`);
}
