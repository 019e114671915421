import {
  createUsageAlert,
  getUsageAlert,
  listUsageAlerts,
  updateUsageAlert,
  USAGE_ALERT_FIELDS,
} from "@counterfoil/service";
import { paged, pageOf } from "../lists.ts";
import { route } from "../route.ts";
import { byId } from "../schemas/schema.ts";
import { usageAlert, usageAlertChange, usageAlertCreation } from "../schemas/usage-alert.ts";

const tag = "Usage alerts";

export const usageAlertRoutes = [
  route({
    method: "GET",
    path: "/usage-alerts",
    operationId: "listUsageAlerts",
    tag,
    summary: "List usage alerts",
    scope: "read",
    list: { fields: USAGE_ALERT_FIELDS },
    status: 200,
    response: paged(usageAlert),
    handle: async ({ context, list }) => pageOf(await listUsageAlerts(context, list), list),
  }),
  route({
    method: "GET",
    path: "/usage-alerts/:id",
    operationId: "getUsageAlert",
    tag,
    summary: "Get a usage alert",
    scope: "read",
    params: byId,
    status: 200,
    response: usageAlert,
    handle: ({ context, params }) => getUsageAlert(context, params.id),
  }),
  route({
    method: "POST",
    path: "/usage-alerts",
    operationId: "createUsageAlert",
    tag,
    summary: "Create a usage alert",
    description:
      "A notification usage.threshold_reached tells of each threshold once in each period, for each account. What is above " +
      "one already is told at once.",
    scope: "write",
    body: usageAlertCreation,
    status: 201,
    response: usageAlert,
    async handle({ context, body, reply }) {
      const created = await createUsageAlert(context, body);
      reply.header("Location", `/usage-alerts/${created.id}`);
      return created;
    },
  }),
  route({
    method: "PATCH",
    path: "/usage-alerts/:id",
    operationId: "updateUsageAlert",
    tag,
    summary: "Change the name or the thresholds of a usage alert, or switch it off or on",
    description: "What it watches is chosen once. A threshold that was told in the running period is not told again.",
    scope: "write",
    params: byId,
    body: usageAlertChange,
    status: 200,
    response: usageAlert,
    handle: ({ context, params, body }) => updateUsageAlert(context, params.id, body),
  }),
];
