import { expect, test } from "vitest";
import { type BodyRoom, BodyRoomFull, bodyRoomLimits, createBodyRoom } from "../../src/body-room.ts";

const MEGA = 1_000_000;
const LARGE = 31 * MEGA;
const room = (waitMilliseconds = 60_000): BodyRoom =>
  createBodyRoom({ largeBytes: 32 * MEGA, smallBytes: 100_000, waitMilliseconds, most: 8 });
const stays = new AbortController().signal;

/** The order in which bodies get their space. Each releases it immediately. */
async function order(of: readonly [owner: string, bytes: number][], in_: BodyRoom): Promise<string[]> {
  const first = await in_.take("first", LARGE, stays);
  const admitted: string[] = [];
  const all = of.map(async ([owner, bytes]) => {
    const place = await in_.take(owner, bytes, stays);
    admitted.push(owner);
    place.release();
  });
  first.release();
  await Promise.all(all);
  return admitted;
}

test("large bodies wait for each other, and organizations take turns", async () => {
  expect(
    await order(
      ["a", "a", "a", "b"].map((owner) => [owner, LARGE]),
      room(),
    ),
  ).toEqual(["a", "b", "a", "a"]);
});

test("a small body never waits for large ones", async () => {
  const one = room();
  const first = await one.take("a", LARGE, stays);
  const waiting = one.take("a", LARGE, stays);
  await one.take("b", 300, stays);
  expect(one.standing()).toEqual({ heldBytes: LARGE + 300, waiting: 1 });
  first.release();
  await waiting;
});

test("refuses a body that waits too long, and admits the next one", async () => {
  const one = room(20);
  const first = await one.take("a", LARGE, stays);
  await expect(one.take("b", LARGE, stays)).rejects.toThrow(BodyRoomFull);
  expect(one.standing().waiting).toBe(0);
  first.release();
  await one.take("c", LARGE, stays);
});

test("a sender that disconnects while waiting makes space", async () => {
  const one = room();
  const first = await one.take("a", LARGE, stays);
  const gone = new AbortController();
  const left = one.take("b", LARGE, gone.signal);
  const next = one.take("c", LARGE, stays);
  gone.abort();
  await expect(left).rejects.toThrow("the sender is gone");
  first.release();
  first.release();
  await next;
  expect(one.standing()).toEqual({ heldBytes: LARGE, waiting: 0 });
});

test("one organization takes at most half of the queue", async () => {
  const one = room();
  await one.take("a", LARGE, stays);
  const gone = new AbortController();
  const waiting = [1, 2, 3, 4].map(() => one.take("a", LARGE, gone.signal));
  await expect(one.take("a", LARGE, stays)).rejects.toThrow("too many wait");
  waiting.push(one.take("b", LARGE, gone.signal));
  expect(one.standing().waiting).toBe(5);
  gone.abort();
  const outcomes = await Promise.allSettled(waiting);
  expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => "rejected"));
});

test("bodies that are longer than expected take turns, and never wait for each other", async () => {
  const one = room();
  const [first, second] = await Promise.all([one.take("a", 300, stays), one.take("b", 300, stays)]);
  await Promise.all([first.growTo(MEGA), second.growTo(MEGA)]);
  const grown = second.growTo(LARGE);
  const later = first.growTo(LARGE);
  await grown;
  expect(one.standing()).toEqual({ heldBytes: LARGE, waiting: 1 });
  second.release();
  await later;
  first.release();
  expect(one.standing()).toEqual({ heldBytes: 0, waiting: 0 });
});

test("the space follows from the heap, and is never less than the largest body", () => {
  expect(bodyRoomLimits(1).largeBytes).toBe(32 * 1024 * 1024);
  expect(bodyRoomLimits(null).largeBytes).toBeGreaterThanOrEqual(32 * 1024 * 1024);
});
