import { measureAccountUsage, measureUsage, usageWindows } from "@counterfoil/service";
import Type from "typebox";
import { route } from "../route.ts";
import { byId, decimal, instant, instantInput, name, oneOf, record } from "../schemas/schema.ts";

const groupByInput = Type.Unsafe<string | string[]>({
  type: ["string", "array"],
  items: { type: "string" },
  description: "Names of properties to split the usage by: with commas between them, or repeated. At most 10.",
});

/** `region,size` and `groupBy=region&groupBy=size` name the same. */
function namesIn(groupBy: string | string[]): string[] {
  return [groupBy].flat().flatMap((names) => names.split(",").map((each) => each.trim()));
}

const group = record({
  values: Type.Unsafe<Readonly<Record<string, string>>>({
    type: "object",
    additionalProperties: { type: "string" },
    description: "Value by property, as text; a property that the events do not have is missing.",
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
      "Measures each hour, day or month of the period by itself, too; at most 800, and 20,000 of all metrics together.",
    ),
  ),
  timezone: Type.Optional(
    Type.String({
      description: "IANA name of the zone in which dates and windows are meant; by default the account's.",
    }),
  ),
};

const measuredPeriod = { from: instant, to: instant, quantity: decimal, eventCount: Type.Integer() };
const groups = Type.Optional(Type.Array(group, { description: "With groupBy only, ordered by the values." }));
const inOrder = { description: "With window only, in order; the first and last are cut by the period." };

export const usageRoutes = [
  route({
    method: "GET",
    path: "/metrics/:id/usage",
    operationId: "getMetricUsage",
    tag: "Usage",
    summary: "Measure what an account used",
    description:
      "The metric's value over [from, to), by default the running month of the account. Sees every answered event. With " +
      "groupBy also the value of each combination of the named properties' values, at most 10,000; the total is that of all " +
      "events together.",
    scope: "read",
    params: byId,
    query: Type.Object(
      {
        account: name("Id or alias."),
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
    summary: "Measure what an account used, by every metric",
    description:
      "Each metric's value over [from, to), by default the running month of the account. Sees every answered event.",
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
