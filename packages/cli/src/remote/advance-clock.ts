import { setTimeout as pause } from "node:timers/promises";
import type { Client, TestClock } from "@counterfoil/sdk";
import { CommandError } from "../command.ts";

const LOOK_EVERY_MILLISECONDS = 200;

/** Advances a test clock, and waits until everything that falls due on the way has run. */
export async function advanceClock(
  client: Client,
  id: string,
  frozenTime: string,
  onProgress: (share: number) => void = () => undefined,
): Promise<TestClock> {
  let clock = await client.testClocks.advance(id, { frozenTime });
  while (clock.status === "advancing") {
    onProgress(clock.progress);
    await pause(LOOK_EVERY_MILLISECONDS);
    clock = await client.testClocks.get(id);
  }
  if (clock.status !== "ready") {
    throw new CommandError(`Test clock ${id} stopped at ${clock.frozenTime}: ${clock.failure ?? clock.status}`);
  }
  return clock;
}
