import { expect, test } from "vitest";
import { createPulse, UNSEEN } from "../../src/pulse.ts";

const SOON = 5;
const NEVER = 60_000;
const often = { everyMilliseconds: SOON, commits: () => 0 };

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
  const pulse = createPulse(movingState().read, often);
  expect(await pulse.untilChanged(UNSEEN, NEVER)).toBe("1");
});

test("a loop waits until the state changes, and receives the new state", async () => {
  const moving = movingState();
  const pulse = createPulse(moving.read, often);
  let woken: string | undefined;
  const waiting = pulse.untilChanged("1", NEVER).then((state) => (woken = state));
  await expect.poll(() => moving.reads).toBeGreaterThan(3);
  expect(woken).toBeUndefined();
  moving.state = "2";
  expect(await waiting).toBe("2");
});

test("a loop is woken after its time, without a change", async () => {
  const pulse = createPulse(movingState().read, often);
  const began = performance.now();
  expect(await pulse.untilChanged("1", 40)).toBe("1");
  expect(performance.now() - began).toBeGreaterThanOrEqual(40);
});

test("loops that wait share the looks, and nothing is read while none waits", async () => {
  const moving = movingState();
  const pulse = createPulse(moving.read, often);
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

test("after 40 looks without a change, three of four are left out until this process commits something", async () => {
  const moving = movingState();
  let commits = 0;
  const every = 10;
  const pulse = createPulse(moving.read, { everyMilliseconds: every, commits: () => commits });
  const looksIn = async (milliseconds: number) => {
    const before = moving.reads;
    const began = performance.now();
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return ((moving.reads - before) * every) / (performance.now() - began);
  };
  let woken: string | undefined;
  const waiting = pulse.untilChanged("1", NEVER).then((state) => (woken = state));
  await expect.poll(() => moving.reads, { timeout: 10_000 }).toBeGreaterThan(41);
  expect(await looksIn(400)).toBeLessThanOrEqual(0.3);
  // Another process changes something: the next look sees it.
  expect(woken).toBeUndefined();
  moving.state = "2";
  expect(await waiting).toBe("2");
  const again = pulse.untilChanged("2", NEVER);
  const quiet = moving.reads + 42;
  await expect.poll(() => moving.reads, { timeout: 10_000 }).toBeGreaterThan(quiet);
  // This process commits something: no look is left out.
  const before = moving.reads;
  commits += 1;
  moving.state = "3";
  expect(await again).toBe("3");
  expect(moving.reads).toBe(before + 1);
});

test("a loop whose time is over is woken although looks are left out", async () => {
  const moving = movingState();
  const pulse = createPulse(moving.read, often);
  const waiting = pulse.untilChanged("1", NEVER);
  await expect.poll(() => moving.reads, { timeout: 10_000 }).toBeGreaterThan(42);
  expect(await pulse.untilChanged("1", 1)).toBe("1");
  expect(await pulse.untilChanged("0", NEVER)).toBe("1");
  pulse.end();
  await waiting;
});

test("a state that cannot be read wakes every loop, so that each reports the outage itself", async () => {
  const pulse = createPulse(() => Promise.reject(new Error("unavailable")), often);
  expect(await Promise.all([pulse.untilChanged("1", NEVER), pulse.untilChanged("2", NEVER)])).toEqual([UNSEEN, UNSEEN]);
});

test("the end wakes every loop, and later ones do not wait", async () => {
  const pulse = createPulse(movingState().read, { ...often, everyMilliseconds: NEVER });
  const waiting = pulse.untilChanged("1", NEVER);
  pulse.end();
  expect(await waiting).toBe(UNSEEN);
  expect(await pulse.untilChanged("1", NEVER)).toBe(UNSEEN);
});
