import {
  archiveMetric,
  unarchiveMetric,
  createMetric,
  getMetric,
  listMetrics,
  METRIC_FIELDS,
  updateMetric,
} from "@counterfoil/service";
import { paged, pageOf } from "../lists.ts";
import { route } from "../route.ts";
import { metric, metricChange, metricCreation } from "../schemas/metric.ts";
import { byId } from "../schemas/schema.ts";

const tag = "Metrics";

export const metricRoutes = [
  route({
    method: "GET",
    path: "/metrics",
    operationId: "listMetrics",
    tag,
    summary: "List metrics",
    scope: "read",
    list: { fields: METRIC_FIELDS },
    status: 200,
    response: paged(metric),
    handle: async ({ context, list }) => pageOf(await listMetrics(context, list), list),
  }),
  route({
    method: "GET",
    path: "/metrics/:id",
    operationId: "getMetric",
    tag,
    summary: "Get a metric",
    scope: "read",
    params: byId,
    status: 200,
    response: metric,
    handle: ({ context, params }) => getMetric(context, params.id),
  }),
  route({
    method: "POST",
    path: "/metrics",
    operationId: "createMetric",
    tag,
    summary: "Create a metric",
    description: "`filterGroups` is accepted as another name for `filters`. Send only one of them.",
    scope: "write",
    takesCatalogKey: true,
    body: metricCreation,
    status: 201,
    response: metric,
    async handle({ context, body, reply }) {
      const created = await createMetric(context, body);
      reply.header("Location", `/metrics/${created.id}`);
      return created;
    },
  }),
  route({
    method: "PATCH",
    path: "/metrics/:id",
    operationId: "updateMetric",
    tag,
    summary: "Update a metric",
    description:
      "A merge patch; `filters`, `aggregation` and `groupBy` are replaced as a whole. Once a published version " +
      "sells a price that uses the metric, what the metric measures cannot change (409).",
    scope: "write",
    params: byId,
    body: metricChange,
    status: 200,
    response: metric,
    handle: ({ context, params, body }) => updateMetric(context, params.id, body),
  }),
  route({
    method: "POST",
    path: "/metrics/:id/archive",
    operationId: "archiveMetric",
    tag,
    summary: "Archive a metric",
    description:
      "New products and prices cannot use an archived metric. Existing contracts continue to be measured and " +
      "billed. Takes no body.",
    scope: "write",
    params: byId,
    status: 200,
    response: metric,
    handle: ({ context, params }) => archiveMetric(context, params.id),
  }),
  route({
    method: "POST",
    path: "/metrics/:id/unarchive",
    operationId: "unarchiveMetric",
    tag,
    summary: "Unarchive a metric",
    description: "Takes no body.",
    scope: "write",
    params: byId,
    status: 200,
    response: metric,
    handle: ({ context, params }) => unarchiveMetric(context, params.id),
  }),
];
