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
      "Counterfoil sends a `usage.threshold_reached` notification for each threshold once per period and " +
      "account. If usage is already above a threshold, it sends the notification immediately.",
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
    summary: "Update a usage alert",
    description:
      "You can change the name and the thresholds, and turn the alert on or off. What the alert measures cannot be " +
      "changed. Thresholds that were already reported in the current period are not reported again.",
    scope: "write",
    params: byId,
    body: usageAlertChange,
    status: 200,
    response: usageAlert,
    handle: ({ context, params, body }) => updateUsageAlert(context, params.id, body),
  }),
];
