import type { Row } from "../row.ts";

/** Turns usage events into a quantity. The engine's `parseMetricDefinition` reads it unchanged. */
export type MetricRow = Row<"metric">;
