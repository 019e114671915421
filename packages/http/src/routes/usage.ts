import { measureUsage } from "@counterfoil/service";
import Type from "typebox";
import { route } from "../route.ts";
import { byId, decimal, instant, instantInput, name, record } from "../schemas/schema.ts";

export const usageRoutes = [
  route({
    method: "GET",
    path: "/metrics/:id/usage",
    operationId: "getMetricUsage",
    tag: "Usage",
    summary: "Measure what an account used",
    description:
      "The metric's value over [from, to), by default the running month of the account. Sees every answered event.",
    scope: "read",
    params: byId,
    query: Type.Object(
      {
        account: name("Id or alias."),
        from: Type.Optional(instantInput),
        to: Type.Optional(instantInput),
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: record({
      metricId: Type.String(),
      accountId: Type.String(),
      from: instant,
      to: instant,
      quantity: decimal,
      eventCount: Type.Integer(),
    }),
    handle: ({ context, params, query }) => measureUsage(context, params.id, query),
  }),
];
