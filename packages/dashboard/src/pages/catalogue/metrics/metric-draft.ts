import type { CreateMetricRequest, Metric, MetricAggregationMethod, MetricFilterFilter } from "@counterfoil/sdk";

export type ConditionOperator = MetricFilterFilter["operator"];

export const OPERATORS: readonly ConditionOperator[] = [
  "equal",
  "not_equal",
  "in",
  "not_in",
  "contains",
  "not_contains",
  "greater_than",
  "greater_than_or_equal",
  "less_than",
  "less_than_or_equal",
  "exists",
];

export interface ConditionDraft {
  readonly field: string;
  readonly operator: ConditionOperator;
  readonly value: string;
  /** The original value, so that numbers and booleans keep their type. */
  readonly written?: MetricFilterFilter["value"];
}

export interface GroupDraft {
  readonly operator: "and" | "or";
  readonly conditions: readonly ConditionDraft[];
}

export interface MetricDraft {
  readonly name: string;
  readonly description: string;
  readonly eventName: string;
  readonly method: MetricAggregationMethod;
  readonly field: string;
  readonly percentile: string;
  readonly groups: readonly GroupDraft[];
  readonly groupBy: string;
}

export const EMPTY_METRIC: MetricDraft = {
  name: "",
  description: "",
  eventName: "",
  method: "count",
  field: "",
  percentile: "95",
  groups: [],
  groupBy: "",
};

export const EMPTY_CONDITION: ConditionDraft = { field: "", operator: "equal", value: "" };

export function metricDraftOf({ name, description, eventName, aggregation, filters, groupBy }: Metric): MetricDraft {
  return {
    name,
    description: description ?? "",
    eventName,
    method: aggregation.method,
    field: aggregation.field ?? "",
    percentile: String(aggregation.percentile ?? "95"),
    groups: filters.map(({ operator, filters: conditions }) => ({
      operator,
      conditions: conditions.map(({ field, operator: how, value }) => ({
        field,
        operator: how,
        value: textOf(value),
        written: value,
      })),
    })),
    groupBy: groupBy.join(", "),
  };
}

export function toMetricBody(draft: MetricDraft): CreateMetricRequest {
  const filters = draft.groups
    .map(({ operator, conditions }) => ({
      operator,
      filters: conditions.filter(({ field }) => field.trim() !== "").map(toCondition),
    }))
    .filter(({ filters: conditions }) => conditions.length > 0);
  return {
    name: draft.name.trim(),
    description: draft.description.trim() === "" ? null : draft.description.trim(),
    eventName: draft.eventName.trim(),
    aggregation: {
      method: draft.method,
      field: draft.method === "count" ? null : draft.field.trim(),
      ...(draft.method === "percentile" && { percentile: draft.percentile.trim() }),
    },
    filters,
    groupBy: namesIn(draft.groupBy),
  };
}

function toCondition({ field, operator, value, written }: ConditionDraft) {
  const asWritten = written !== undefined && textOf(written) === value;
  return { field: field.trim(), operator, value: asWritten ? written : valueFor(operator, value) };
}

function valueFor(operator: ConditionOperator, value: string): MetricFilterFilter["value"] {
  if (operator === "exists") return value !== "false";
  if (operator === "in" || operator === "not_in") return namesIn(value);
  return value.trim();
}

function namesIn(text: string): string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function textOf(value: MetricFilterFilter["value"]): string {
  return typeof value === "object" ? value.join(", ") : String(value);
}
