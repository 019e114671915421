import { setTimeout as pause } from "node:timers/promises";
import { createLoad } from "../platform/event-load.ts";
import type { Platform } from "../platform/start-platform.ts";
import { BATCH, type Day, PER_SECOND } from "./day.ts";
import { atPace } from "./pace.ts";
import type { Probe } from "./probe.ts";
import type { Recorder } from "./record.ts";
import { openClient } from "./sender.ts";

const STEP = 37;

/** Sends batches and single events, reads usage and checks entitlements at the day's pace until it is over. */
export async function runClients(
  platform: Platform,
  day: Day,
  recorder: Recorder,
  load: { eventsPerSecond: number; accountIds: readonly string[]; metricIds: readonly string[] },
): Promise<void> {
  const { accountIds, metricIds } = load;
  const next = createLoad("load", () => Date.now());
  const [batches, singles, reads] = [
    await openClient(platform, recorder, 16),
    await openClient(platform, recorder, 64),
    await openClient(platform, recorder, 16),
  ];
  let place = 0;
  const account = () => accountIds[(place += STEP) % accountIds.length];
  const metric = () => metricIds[place % metricIds.length];
  const pace = (perSecond: number) => () => perSecond * day.phase().pace;
  await Promise.all([
    atPace(day, pace(load.eventsPerSecond / BATCH), (dueAt) =>
      batches.sendEvents("batch", dueAt, JSON.stringify({ events: next(BATCH) })),
    ),
    atPace(day, pace(PER_SECOND.single), (dueAt) => singles.sendEvents("single", dueAt, JSON.stringify(next(1)[0]))),
    atPace(day, pace(PER_SECOND.read), async (dueAt) => {
      await reads.send("read", dueAt, "GET", `/metrics/${metric()}/usage?account=${account()}`);
    }),
    atPace(day, pace(PER_SECOND.check), async (dueAt) => {
      await reads.send("check", dueAt, "POST", `/accounts/${account()}/entitlements/tokens/check`, '{"quantity":"1"}');
    }),
  ]);
  for (const client of [batches, singles, reads]) client.close();
}

/** Reads usage right after each event, in sequence. */
export async function runProbe(day: Day, probe: Probe): Promise<void> {
  while (!day.isOver()) {
    await probe.look(performance.now());
    await pause(1_000 / PER_SECOND.probe);
  }
}

/** Creates customers, each with a subscription that the worker bills at once. Returns their number. */
export async function runSignUps(
  platform: Platform,
  day: Day,
  sell: (accountId: string) => Promise<void>,
): Promise<number> {
  let signed = 0;
  await atPace(
    day,
    () => PER_SECOND.signUp * day.phase().pace,
    async () => {
      signed += 1;
      const { id } = await platform.create("/accounts", { name: `New ${signed}` });
      await sell(id);
    },
  );
  return signed;
}

/** Creates a metric from existing events in the middle of the day. Returns when, and how long its totals took. */
export async function runNewMetric(platform: Platform, day: Day): Promise<{ at: number; seconds: number }> {
  while (day.now() < day.seconds * 0.35) await pause(100);
  const at = day.now();
  const metric = { name: "Calls by endpoint", eventName: "api_call", aggregation: { method: "count" } };
  const { id } = await platform.create("/metrics", { ...metric, groupBy: ["endpoint"] });
  for (;;) {
    const { rows } = await platform.owner.query(
      "select from usage_totalling where metric_id = $1 and completed_at is not null",
      [id],
    );
    if (rows.length > 0) return { at, seconds: day.now() - at };
    await pause(100);
  }
}
