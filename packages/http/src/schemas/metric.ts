import { aggregationMethods, type FilterGroup, filterOperators } from "@counterfoil/engine";
import Type from "typebox";
import { instant, judgedLater, name, nullable, oneOf, record, text, timestamps } from "./schema.ts";

const scalar = [{ type: "string" }, { type: "number" }, { type: "boolean" }];
const description = "One value; a list of values for `in` and `not_in`; true or false for `exists`.";
const conditionValue = { anyOf: [...scalar, { type: "array", items: { anyOf: scalar } }], description };

const condition = record({
  field: Type.String(),
  operator: oneOf(filterOperators),
  value: Type.Unsafe<unknown>(conditionValue),
});
const groupOperator = oneOf(["and", "or"]);
const filterGroup = Type.Unsafe<FilterGroup>(record({ operator: groupOperator, filters: Type.Array(condition) }));

const percentile = Type.Unsafe<number | string>({
  type: ["number", "string"],
  description: "Only with the method `percentile`: above 0, at most 100.",
});

const aggregation = record({
  method: oneOf(aggregationMethods),
  field: nullable(Type.String({ description: "The property to read. Null for `count`." })),
  percentile: Type.Optional(percentile),
});

export const metric = record({
  id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  eventName: Type.String({ description: "The name of the usage events that the metric counts." }),
  filters: Type.Array(filterGroup, { description: "All groups must match." }),
  aggregation,
  groupBy: Type.Array(Type.String(), {
    description: "Properties that split the usage into invoice lines and reports.",
  }),
  archivedAt: nullable(instant),
  ...timestamps,
  organizationID: Type.String(),
});

/** The engine validates the definition of a metric, because it knows what each operator and method accepts. */
const filtersInput = judgedLater(
  nullable(
    Type.Array(
      record({
        operator: groupOperator,
        filters: Type.Array(
          record({
            field: Type.String(),
            operator: oneOf(filterOperators),
            value: Type.Optional(Type.Unsafe<unknown>(conditionValue)),
          }),
        ),
      }),
    ),
  ),
);
const aggregationInput = judgedLater(
  record({
    method: oneOf(aggregationMethods),
    field: Type.Optional(nullable(Type.String())),
    percentile: Type.Optional(percentile),
  }),
);
const groupByInput = judgedLater(
  nullable(Type.Array(name(), { maxItems: 10, uniqueItems: true, description: "Names of event properties." })),
);

const members = {
  description: Type.Optional(nullable(text())),
  filters: Type.Optional(filtersInput),
  filterGroups: Type.Optional(filtersInput),
  groupBy: Type.Optional(groupByInput),
};
export const metricCreation = record({ name: name(), eventName: name(), aggregation: aggregationInput, ...members });
export const metricChange = record({
  name: Type.Optional(name()),
  eventName: Type.Optional(name()),
  aggregation: Type.Optional(aggregationInput),
  ...members,
});
