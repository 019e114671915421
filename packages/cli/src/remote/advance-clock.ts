import { setTimeout as pause } from "node:timers/promises";
import type { Client, TestClock } from "@counterfoil/sdk";
import { CommandError } from "../command.ts";

const LOOK_EVERY_MILLISECONDS = 200;

/** Advances a test clock, and waits until everything that falls due on the way has run. */
export async function advanceClock(
  client: Client,
  id: string,
  frozenTime: string,
  onProgress?: (share: number) => void,
): Promise<TestClock> {
  return settledClock(client, await client.testClocks.advance(id, { frozenTime }), onProgress);
}

/** Waits until a clock that is advancing has arrived. */
export async function settledClock(
  client: Client,
  advancing: TestClock,
  onProgress: (share: number) => void = () => undefined,
): Promise<TestClock> {
  let clock = advancing;
  while (clock.status === "advancing") {
    onProgress(clock.progress);
    await pause(LOOK_EVERY_MILLISECONDS);
    clock = await client.testClocks.get(clock.id);
  }
  if (clock.status !== "ready") {
    throw new CommandError(`Test clock ${clock.id} stopped at ${clock.frozenTime}: ${clock.failure ?? clock.status}`);
  }
  return clock;
}
