import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { systemClock } from "@counterfoil/service";
import { type Environment, type Json, startEnvironment, TEST_SECRET } from "@counterfoil/testkit/scenario";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstTold, type LocalReceiver, startReceiver } from "./local-receiver.ts";
import { openToldShop, targets } from "./told-shop.ts";

// R-HOOK-2, R-OPS-2: processes that are killed while they have running requests.

let receiver: LocalReceiver;
let platform: Environment;
const running: ChildProcess[] = [];

beforeAll(async () => {
  receiver = await startReceiver();
  platform = await startEnvironment(systemClock, { isIdle: true, webhookTargets: targets });
});
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await platform.stop();
  await receiver.stop();
});

function work(millisecondsAhead: number): ChildProcess {
  const child = fork(join(import.meta.dirname, "telling-process.ts"), {
    env: {
      ...process.env,
      APP_URL: platform.database.appUrl,
      SECRET: TEST_SECRET,
      MILLISECONDS_AHEAD: String(millisecondsAhead),
    },
  });
  running.push(child);
  return child;
}

/** When another worker can claim the deliveries of a dead process. */
const IN_HAND_MILLISECONDS = 60_000;

test("killing workers with running requests loses nothing, and keeps each object's order", async () => {
  const shop = await openToldShop(platform, receiver.url);
  const names = ["first", "second", "third"];
  const accounts: Json[] = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const account = await shop.api.post("/accounts", { name: names[0] });
      for (const name of names.slice(1)) await shop.api.patch(`/accounts/${account.id}`, { name });
      return account;
    }),
  );
  let worker: ChildProcess;
  // The process dies with the n-th request that it sends: the request is received, but the response is lost.
  for (const [round, dyingAt] of [1, 5, 9].entries()) {
    let requests = 0;
    const died = new Promise<void>((resolve) => {
      receiver.answers(() => {
        requests += 1;
        if (requests === dyingAt) {
          worker.once("exit", () => resolve());
          worker.kill("SIGKILL");
        }
        return requests < dyingAt ? 200 : () => undefined;
      });
    });
    worker = work(round * (IN_HAND_MILLISECONDS + 1_000));
    await died;
  }
  receiver.answers(() => 200);
  for (const ahead of [3, 3]) work(ahead * (IN_HAND_MILLISECONDS + 1_000));
  const statuses = async () => new Set((await shop.deliveries()).map(({ status }) => status));
  await expect.poll(statuses, { timeout: 60_000 }).toEqual(new Set(["delivered"]));
  const told = firstTold(receiver);
  expect(accounts.map(({ id }) => told.get(id))).toEqual(accounts.map(() => names));
  // Requests that ran when a process died arrived twice, with the same ID.
  expect(receiver.taken.length).toBeGreaterThan(30);
  expect(new Set(receiver.taken.map(({ headers }) => headers["webhook-id"])).size).toBe(30);
});
