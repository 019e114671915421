import type { Platform } from "./start-platform.ts";

/** Pseudo-random numbers of the load: the same for the same seed. */
export interface Draw {
  /** From 0 to below 1. */
  share(): number;
  below(end: number): number;
  oneOf<T>(...values: readonly T[]): T;
}

type Properties = Readonly<Record<string, string | number>>;

interface EventKind {
  readonly name: string;
  /** Share of all events. */
  readonly share: number;
  readonly properties: (draw: Draw) => Properties;
}

const region = (draw: Draw) => draw.oneOf("eu-central-1", "us-east-1", "us-west-2", "ap-south-1");
const seconds = (draw: Draw, most: number) => draw.below(most * 1_000) / 1_000;

/** Events of a platform for developers. */
export const eventKinds: readonly EventKind[] = [
  {
    name: "api_call",
    share: 0.45,
    properties: (draw) => ({
      endpoint: `endpoint-${draw.below(12)}`,
      region: region(draw),
      status: draw.share() < 0.02 ? 500 : 200,
      milliseconds: Math.floor(20 + 3_000 * draw.share() ** 6),
      user: `user-${draw.below(5_000)}`,
    }),
  },
  {
    name: "completion",
    share: 0.3,
    properties: (draw) => ({
      model: `model-${draw.below(8)}`,
      tier: draw.share() < 0.1 ? "priority" : "standard",
      inputTokens: draw.below(8_000),
      outputTokens: draw.below(1_500),
    }),
  },
  {
    name: "transfer",
    share: 0.12,
    properties: (draw) => ({
      region: region(draw),
      direction: draw.oneOf("in", "out"),
      bytes: draw.below(50_000_000),
      megabitsPerSecond: draw.below(900),
    }),
  },
  {
    name: "job",
    share: 0.08,
    properties: (draw) => ({ machine: draw.oneOf("cpu", "gpu"), seconds: seconds(draw, 600), region: region(draw) }),
  },
  { name: "storage", share: 0.04, properties: (draw) => ({ gigabytes: seconds(draw, 400) }) },
  { name: "sign_in", share: 0.01, properties: (draw) => ({ user: `user-${draw.below(5_000)}` }) },
];

interface LoadMetric {
  readonly name: string;
  readonly eventName: string;
  readonly aggregation: { readonly method: string; readonly field?: string; readonly percentile?: number };
  readonly filters?: readonly object[];
  readonly groupBy?: readonly string[];
}

const only = (field: string, operator: string, value: string | number) => ({
  filters: [{ operator: "and", filters: [{ field, operator, value }] }],
});
const sum = (field: string) => ({ aggregation: { method: "sum", field } });
const count = { aggregation: { method: "count" } };

/**
 * Twenty metrics, several per event name: 16 have totals, four (unique users, a percentile, a mean over time) read every
 * event.
 */
export const metrics: readonly LoadMetric[] = [
  { name: "API calls", eventName: "api_call", ...count },
  { name: "API calls by region", eventName: "api_call", ...count, groupBy: ["region"] },
  { name: "Failed calls", eventName: "api_call", ...count, ...only("status", "greater_than_or_equal", 500) },
  { name: "Slow calls", eventName: "api_call", ...count, ...only("milliseconds", "greater_than", 1_000) },
  { name: "Callers", eventName: "api_call", aggregation: { method: "count_unique", field: "user" } },
  { name: "Completions", eventName: "completion", ...count },
  { name: "Input tokens", eventName: "completion", ...sum("inputTokens"), groupBy: ["model"] },
  { name: "Output tokens", eventName: "completion", ...sum("outputTokens"), groupBy: ["model"] },
  { name: "Priority tokens", eventName: "completion", ...sum("outputTokens"), ...only("tier", "equal", "priority") },
  { name: "Longest answer", eventName: "completion", aggregation: { method: "max", field: "outputTokens" } },
  {
    name: "Bytes out",
    eventName: "transfer",
    ...sum("bytes"),
    ...only("direction", "equal", "out"),
    groupBy: ["region"],
  },
  { name: "Bytes in", eventName: "transfer", ...sum("bytes"), ...only("direction", "equal", "in") },
  { name: "Transfers", eventName: "transfer", ...count },
  {
    name: "Bandwidth",
    eventName: "transfer",
    aggregation: { method: "percentile", field: "megabitsPerSecond", percentile: 95 },
  },
  { name: "GPU seconds", eventName: "job", ...sum("seconds"), ...only("machine", "equal", "gpu") },
  { name: "CPU seconds", eventName: "job", ...sum("seconds"), ...only("machine", "equal", "cpu") },
  { name: "Jobs", eventName: "job", ...count, groupBy: ["region"] },
  { name: "Stored", eventName: "storage", aggregation: { method: "weighted_sum", field: "gigabytes" } },
  { name: "Stored at the end", eventName: "storage", aggregation: { method: "latest", field: "gigabytes" } },
  { name: "Active users", eventName: "sign_in", aggregation: { method: "count_unique", field: "user" } },
];

/** Creates the metrics over HTTP. Returns IDs by name. */
export async function createMetrics(
  platform: Pick<Platform, "create">,
  wanted: readonly LoadMetric[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const metric of wanted) ids.set(metric.name, (await platform.create("/metrics", metric)).id);
  return ids;
}
