import type { Condition, ConditionGroup, MetricMade } from "../journal/catalogue.ts";
import type { Random } from "../random.ts";

const METHODS = [
  "count",
  "sum",
  "sum",
  "average",
  "min",
  "max",
  "count_unique",
  "latest",
  "weighted_sum",
  "percentile",
] as const;

/** Event names. Several metrics may read the same ones. */
export const EVENT_NAMES = ["request", "transfer", "seat"] as const;

/** A metric's definition without its ID. */
export function randomMetric(random: Random, method = random.pick(METHODS)): Omit<MetricMade, "id"> {
  const field = method === "count_unique" ? "user" : "value";
  return {
    eventName: random.pick(EVENT_NAMES),
    filters: random.chance(0.5) ? [] : Array.from({ length: random.integer(1, 2) }, () => randomGroup(random)),
    aggregation: {
      method,
      field: method === "count" ? null : field,
      ...(method === "percentile" ? { percentile: random.pick([50, 90, 95, 99.9, 100]) } : {}),
    },
    groupBy: random.chance(0.25) ? random.some(["region", "paid"], 2) : [],
  };
}

function randomGroup(random: Random): ConditionGroup {
  const filters = Array.from({ length: random.integer(1, 2) }, () => random.pick(CONDITIONS)(random));
  return { operator: random.chance(0.5) ? "and" : "or", filters };
}

const REGIONS = ["eu", "us", "ap-south"] as const;

const CONDITIONS: readonly ((random: Random) => Condition)[] = [
  (random) => ({ field: "region", operator: "equal", value: random.pick(REGIONS) }),
  (random) => ({ field: "region", operator: "not_equal", value: random.pick(REGIONS) }),
  (random) => ({ field: "region", operator: "in", value: random.some(REGIONS, 2) }),
  (random) => ({ field: "region", operator: "not_in", value: random.some(REGIONS, 2) }),
  () => ({ field: "region", operator: "contains", value: "u" }),
  () => ({ field: "region", operator: "not_contains", value: "south" }),
  (random) => ({ field: "value", operator: "greater_than", value: random.integer(0, 40) }),
  (random) => ({ field: "value", operator: "greater_than_or_equal", value: String(random.integer(0, 10)) }),
  (random) => ({ field: "value", operator: "less_than", value: `${random.integer(20, 90)}.5` }),
  (random) => ({ field: "value", operator: "less_than_or_equal", value: random.integer(40, 99) }),
  (random) => ({ field: "user", operator: "exists", value: random.chance(0.8) }),
  () => ({ field: "paid", operator: "equal", value: true }),
];

/** Properties as senders write them: numbers as numbers or text, sometimes missing, sometimes invalid. */
export function randomProperties(random: Random): Record<string, string | number | boolean> {
  const properties: Record<string, string | number | boolean> = {};
  const value = randomValue(random);
  if (value !== undefined) properties["value"] = value;
  if (random.chance(0.9)) properties["region"] = random.pick(REGIONS);
  if (random.chance(0.85)) properties["user"] = `user-${random.integer(1, 6)}`;
  if (random.chance(0.5)) properties["paid"] = random.chance(0.7);
  return properties;
}

function randomValue(random: Random): string | number | undefined {
  return random.weighted<() => string | number | undefined>([
    [6, () => random.integer(0, 100)],
    [2, () => `${random.integer(0, 99)}.${random.integer(0, 999)}`],
    [1, () => random.integer(0, 9_999) / 100],
    [1, () => `-${random.integer(1, 60)}`],
    [0.4, () => "0.000000123456789012345678"],
    [0.4, () => "many"],
    [0.6, () => undefined],
  ])();
}
