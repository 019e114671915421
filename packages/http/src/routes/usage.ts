import { measureAccountUsage, measureUsage, usageWindows } from "@counterfoil/service";
import Type from "typebox";
import { route } from "../route.ts";
import { byId, decimal, instant, instantInput, name, oneOf, record } from "../schemas/schema.ts";

const groupByInput = Type.Unsafe<string | string[]>({
  type: ["string", "array"],
  items: { type: "string" },
  description: "Names of properties to split the usage by, separated by commas or repeated. At most 10.",
});

/** `region,size` and `groupBy=region&groupBy=size` are equivalent. */
function namesIn(groupBy: string | string[]): string[] {
  return [groupBy].flat().flatMap((names) => names.split(",").map((each) => each.trim()));
}

const group = record({
  values: Type.Unsafe<Readonly<Record<string, string>>>({
    type: "object",
    additionalProperties: { type: "string" },
    description: "Value by property, as text. A property that the events do not have is omitted.",
  }),
  quantity: decimal,
  eventCount: Type.Integer(),
});

const periodInput = {
  from: Type.Optional(instantInput),
  to: Type.Optional(instantInput),
  window: Type.Optional(
    oneOf(
      usageWindows,
      "Also measures each hour, day or month of the period. At most 800 windows, and 20,000 across all metrics.",
    ),
  ),
  timezone: Type.Optional(
    Type.String({
      description: "IANA name of the time zone of dates and windows. Defaults to the account's.",
    }),
  ),
};

const measuredPeriod = { from: instant, to: instant, quantity: decimal, eventCount: Type.Integer() };
const groups = Type.Optional(Type.Array(group, { description: "Present only with `groupBy`, ordered by the values." }));
const inOrder = { description: "Present only with `window`, in order. The period cuts the first and last window." };

export const usageRoutes = [
  route({
    method: "GET",
    path: "/metrics/:id/usage",
    operationId: "getMetricUsage",
    tag: "Usage",
    summary: "Measure an account's usage by one metric",
    description:
      "Returns the metric's value over [from, to), by default the current month of the account. Includes every " +
      "event whose ingestion was confirmed. With `groupBy`, also returns the value of each combination of the " +
      "properties' values, at most 10,000. The total covers all events.",
    scope: "read",
    params: byId,
    query: Type.Object(
      {
        account: name("ID or alias."),
        ...periodInput,
        groupBy: Type.Optional(groupByInput),
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: record({
      metricId: Type.String(),
      accountId: Type.String(),
      ...measuredPeriod,
      groups,
      windows: Type.Optional(Type.Array(record({ ...measuredPeriod, groups }), inOrder)),
    }),
    handle: ({ context, params, query: { groupBy, ...range } }) =>
      measureUsage(context, params.id, groupBy === undefined ? range : { ...range, groupBy: namesIn(groupBy) }),
  }),
  route({
    method: "GET",
    path: "/accounts/:id/usage",
    operationId: "getAccountUsage",
    tag: "Usage",
    summary: "Measure an account's usage by every metric",
    description:
      "Returns each metric's value over [from, to), by default the current month of the account. Includes every " +
      "event whose ingestion was confirmed.",
    scope: "read",
    params: byId,
    query: Type.Object(periodInput, { additionalProperties: false }),
    status: 200,
    response: record({
      accountId: Type.String(),
      from: instant,
      to: instant,
      metrics: Type.Array(
        record({
          metricId: Type.String(),
          name: Type.String(),
          eventName: Type.String(),
          quantity: decimal,
          eventCount: Type.Integer(),
          windows: Type.Optional(Type.Array(record(measuredPeriod), inOrder)),
        }),
      ),
    }),
    handle: ({ context, params, query }) => measureAccountUsage(context, params.id, query),
  }),
];
