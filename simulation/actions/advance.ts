import { addDays, midnight, nextDay } from "../auditor/calendar.ts";
import type { Fuse } from "../platform/fuse.ts";
import type { Random } from "../random.ts";
import { localToday, passTime, running, type World } from "../world.ts";
import { priceOf } from "../auditor/contract.ts";
import type { Action } from "./action.ts";

const DAY = 86_400_000;
const LENGTHS = { daily: 1, weekly: 7, monthly: 30, quarterly: 91, semi_annual: 182, yearly: 365 };

/** Time passes: hours, days, weeks, or a year at once. */
export const advance: Action = {
  name: "advance",
  weight: () => 8,
  async perform(world, random) {
    const to = world.books.now + Math.round(randomJump(world, random) * DAY);
    await moveTo(world, random, to);
  },
};

/** Sets the clock to a local midnight, or to a moment near it. */
export const advanceToMidnight: Action = {
  name: "advance to midnight",
  weight: (world) => (running(world).length > 0 ? 3 : 0),
  async perform(world, random) {
    const { made } = random.pick(running(world));
    const zone = world.books.zones.get(made.accountId) ?? "UTC";
    const today = localToday(world, made.accountId);
    const day = addDays(nextDay(today), Math.floor(Math.min(mostDays(world), random.integer(0, 30))));
    await moveTo(world, random, midnight(day, zone) + random.pick([-1, 0, 0, 1, 3_600_000]));
  },
};

async function moveTo(world: World, random: Random, to: number): Promise<void> {
  if (to <= world.books.now) return;
  const before = world.books.invoices.length;
  const fuses = Array.from({ length: 2 }, () => randomFuse(random)).flatMap((fuse) => fuse ?? []);
  const days = (to - world.books.now) / DAY;
  await passTime(world, to, fuses);
  world.patience -= world.books.invoices.length - before + days / 365;
  if (days > 180) world.coverage.count("clock: jump over half a year");
}

function randomFuse(random: Random): Fuse | undefined {
  if (!random.chance(0.15)) return undefined;
  return random.chance(0.7)
    ? { at: "statement", statementsLeft: random.integer(1, 150) }
    : { at: "answer", transactionsLeft: 1 };
}

/** Days. Rarely long with short intervals, because each due instant costs time. */
function randomJump(world: World, random: Random): number {
  const days = random.weighted<() => number>([
    [3, () => random.integer(1, 23) / 24],
    [3, () => 1],
    [5, () => random.integer(2, 20)],
    [4, () => random.integer(20, 45)],
    [1.5, () => random.integer(60, 120)],
    [0.7, () => 366],
  ])();
  return Math.min(days, mostDays(world));
}

/** About forty periods of the shortest sold interval. */
function mostDays(world: World): number {
  const intervals = running(world).flatMap((subscription) =>
    subscription.published.flatMap(({ priceIds }) =>
      priceIds.flatMap((id) => priceOf(world.books, id).billingInterval ?? []),
    ),
  );
  return Math.min(366, ...intervals.map((interval) => LENGTHS[interval] * 16));
}
