import type { Metric } from "@counterfoil/sdk";
import { toWords } from "../../../format/words.ts";
import { nameOfMethod } from "./aggregations.ts";

/** `Sum of calls of api.requests, where region equal "eu"` */
export function metricWords({
  aggregation,
  eventName,
  filters,
  groupBy,
}: Pick<Metric, "aggregation" | "eventName" | "filters" | "groupBy">): string {
  const of = aggregation.field === null ? "" : ` of ${aggregation.field}`;
  const share = aggregation.percentile === undefined ? "" : ` ${aggregation.percentile}`;
  const where = filters.map(({ operator, filters: conditions }) =>
    conditions
      .map(({ field, operator: how, value }) => `${field} ${toWords(how).toLowerCase()} ${JSON.stringify(value)}`)
      .join(` ${operator} `),
  );
  return [
    `${nameOfMethod(aggregation.method)}${share}${of} over events named ${eventName}`,
    ...(where.length === 0 ? [] : [`where ${where.join(" and ")}`]),
    ...(groupBy.length === 0 ? [] : [`split by ${groupBy.join(", ")}`]),
  ].join(", ");
}
