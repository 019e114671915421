import { pauseSubscription, resumeSubscription } from "@counterfoil/service";
import type { AuditedSubscription } from "../auditor/books.ts";
import { addDays } from "../auditor/calendar.ts";
import { localToday, maybeFuse, recordBilling, running, type World } from "../world.ts";
import type { PauseMade } from "../journal/subscription.ts";
import type { Fuse } from "../platform/fuse.ts";
import type { Action } from "./action.ts";
import { unlessRefused } from "./refused.ts";

/** Pauses a subscription from tomorrow, period end or a day, open-ended or until a day (R-SUB-6). */
export const pause: Action = {
  name: "pause",
  weight: (world) => (unpaused(world).length > 0 ? 1.3 : 0),
  async perform(world, random) {
    const { made } = random.pick(unpaused(world));
    const today = localToday(world, made.accountId);
    const effective = random.weighted([
      [4, "now"],
      [1, "period_end"],
      [3, addDays(today, random.integer(0, 40))],
    ]);
    const resumesOn = random.chance(0.5) ? addDays(today, random.integer(1, 90)) : null;
    await pauseOne(world, { subscriptionId: made.id, effective, resumesOn }, maybeFuse(random));
  },
};

export async function pauseOne(world: World, pause: PauseMade, fuse?: Fuse): Promise<void> {
  const { subscriptionId, effective, resumesOn } = pause;
  const paused = await unlessRefused(
    world,
    "pause",
    world.platform.call((context) => pauseSubscription(context, subscriptionId, { effective, resumesOn }), fuse),
  );
  if (paused === undefined) return;
  await recordBilling(world, { kind: "subscription_paused", pause });
  world.coverage.count(`pause: ${/^\d/.test(effective) ? "on a date" : effective}`);
  world.coverage.count(`pause: ${resumesOn === null ? "open" : "until a date"}`);
}

/** Resumes now or on a day. */
export const resume: Action = {
  name: "resume",
  weight: (world) => (paused(world).length > 0 ? 2 : 0),
  async perform(world, random) {
    const { made } = random.pick(paused(world));
    const today = localToday(world, made.accountId);
    const effective = random.chance(0.6) ? "now" : addDays(today, random.integer(0, 30));
    const resumed = await unlessRefused(
      world,
      "resumption",
      world.platform.call((context) => resumeSubscription(context, made.id, { effective }), maybeFuse(random)),
    );
    if (resumed === undefined) return;
    await recordBilling(world, { kind: "subscription_resumed", subscriptionId: made.id, effective });
    world.coverage.count(`resumption: ${effective === "now" ? "now" : "on a date"}`);
  },
};

function paused(world: World): AuditedSubscription[] {
  return running(world).filter(({ pauses, made }) => {
    const last = pauses.at(-1);
    return last !== undefined && (last.endsOn === null || last.endsOn > localToday(world, made.accountId));
  });
}

export function unpaused(world: World): AuditedSubscription[] {
  const still = paused(world);
  return running(world).filter((subscription) => !still.includes(subscription));
}
