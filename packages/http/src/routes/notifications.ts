import { listNotifications, NOTIFICATION_FIELDS } from "@counterfoil/service";
import Type from "typebox";
import { paged, pageOf } from "../lists.ts";
import { route } from "../route.ts";
import { instant, record } from "../schemas/schema.ts";

const notification = record({
  id: Type.String(),
  type: Type.String({ description: "For example, `invoice.issued`." }),
  objectId: Type.String(),
  timestamp: instant,
  data: Type.Unsafe<Record<string, unknown>>({
    type: "object",
    additionalProperties: true,
    description: "The resource as the API showed it when the event happened.",
  }),
  signature: Type.Optional(
    record({
      timestamp: Type.Integer({ description: "When it was signed, in seconds since 1970." }),
      value: Type.String({ description: "`v1,` and a signature by Standard Webhooks." }),
    }),
  ),
});

export const notificationRoutes = [
  route({
    method: "GET",
    path: "/notifications",
    operationId: "listNotifications",
    tag: "Notifications",
    summary: "List notifications",
    description: "In the order in which the events happened.",
    scope: "read",
    list: { fields: NOTIFICATION_FIELDS },
    status: 200,
    response: paged(notification),
    handle: async ({ context, list }) => pageOf(await listNotifications(context, list), list),
  }),
];
