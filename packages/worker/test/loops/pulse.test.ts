import { expect, test } from "vitest";
import { createPulse, UNSEEN } from "../../src/pulse.ts";

const SOON = 5;
const NEVER = 60_000;

/** A state that the test moves, and how often it was read. */
function movingState(): { state: string; reads: number; read: () => Promise<string> } {
  const moving = {
    state: "1",
    reads: 0,
    read: () => {
      moving.reads += 1;
      return Promise.resolve(moving.state);
    },
  };
  return moving;
}

test("a loop that has seen nothing is woken by the first look", async () => {
  const pulse = createPulse(movingState().read, SOON);
  expect(await pulse.untilChanged(UNSEEN, NEVER)).toBe("1");
});

test("a loop waits until the state changes, and receives the new state", async () => {
  const moving = movingState();
  const pulse = createPulse(moving.read, SOON);
  let woken: string | undefined;
  const waiting = pulse.untilChanged("1", NEVER).then((state) => (woken = state));
  await expect.poll(() => moving.reads).toBeGreaterThan(3);
  expect(woken).toBeUndefined();
  moving.state = "2";
  expect(await waiting).toBe("2");
});

test("a loop is woken after its time, without a change", async () => {
  const pulse = createPulse(movingState().read, SOON);
  const began = performance.now();
  expect(await pulse.untilChanged("1", 40)).toBe("1");
  expect(performance.now() - began).toBeGreaterThanOrEqual(40);
});

test("loops that wait share the looks, and nothing is read while none waits", async () => {
  const moving = movingState();
  const pulse = createPulse(moving.read, SOON);
  const began = performance.now();
  const waiting = Promise.all([1, 2, 3].map(() => pulse.untilChanged("1", NEVER)));
  await expect.poll(() => moving.reads).toBeGreaterThan(3);
  // Each loop on its own would read three times as often.
  expect(moving.reads).toBeLessThanOrEqual((performance.now() - began) / (SOON - 1));
  moving.state = "2";
  expect(await waiting).toEqual(["2", "2", "2"]);
  const after = moving.reads;
  await new Promise((resolve) => setTimeout(resolve, SOON * 5));
  expect(moving.reads).toBe(after);
});

test("a state that cannot be read wakes every loop, so that each reports the outage itself", async () => {
  const pulse = createPulse(() => Promise.reject(new Error("unavailable")), SOON);
  expect(await Promise.all([pulse.untilChanged("1", NEVER), pulse.untilChanged("2", NEVER)])).toEqual([UNSEEN, UNSEEN]);
});

test("the end wakes every loop, and later ones do not wait", async () => {
  const pulse = createPulse(movingState().read, NEVER);
  const waiting = pulse.untilChanged("1", NEVER);
  pulse.end();
  expect(await waiting).toBe(UNSEEN);
  expect(await pulse.untilChanged("1", NEVER)).toBe(UNSEEN);
});
