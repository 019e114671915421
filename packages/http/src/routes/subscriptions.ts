import {
  activateSubscription,
  createSubscription,
  deleteSubscription,
  getSubscription,
  listSubscriptions,
  renderSubscriptionPdf,
  SUBSCRIPTION_FIELDS,
  updateSubscription,
} from "@counterfoil/service";
import { answerPdf } from "../answer-pdf.ts";
import { paged, pageOf } from "../lists.ts";
import { route } from "../route.ts";
import { activatedSubscription } from "../schemas/activated-subscription.ts";
import { byId } from "../schemas/schema.ts";
import { subscription, subscriptionChange, subscriptionCreation } from "../schemas/subscription.ts";

const tag = "Subscriptions";

export const subscriptionRoutes = [
  route({
    method: "GET",
    path: "/subscriptions",
    operationId: "listSubscriptions",
    tag,
    summary: "List subscriptions",
    scope: "read",
    list: { fields: SUBSCRIPTION_FIELDS },
    status: 200,
    response: paged(subscription),
    handle: async ({ context, list }) => pageOf(await listSubscriptions(context, list), list),
  }),
  route({
    method: "GET",
    path: "/subscriptions/:id",
    operationId: "getSubscription",
    tag,
    summary: "Get a subscription",
    scope: "read",
    params: byId,
    status: 200,
    response: subscription,
    handle: ({ context, params }) => getSubscription(context, params.id),
  }),
  route({
    method: "GET",
    path: "/subscriptions/:id/pdf",
    operationId: "getSubscriptionPdf",
    tag,
    summary: "Get the PDF of a subscription",
    description:
      "What was signed, what was sent while the quote is open, else the contract as it stands. The PDF of a draft is marked DRAFT; " +
      "of any other, `hasPDF` says that it was made.",
    scope: "read",
    params: byId,
    status: 200,
    response: null,
    mediaType: "application/pdf",
    handle: async ({ context, params, request, reply }) =>
      answerPdf(await renderSubscriptionPdf(context, params.id), request, reply),
  }),
  route({
    method: "POST",
    path: "/subscriptions",
    operationId: "createSubscription",
    tag,
    summary: "Create a draft subscription",
    description:
      "From a plan (planId) or from priceGroups, either of which makes the first draft version, starting with the contract.",
    scope: "write",
    body: subscriptionCreation,
    status: 201,
    response: subscription,
    async handle({ context, body, reply }) {
      const created = await createSubscription(context, body);
      reply.header("Location", `/subscriptions/${created.id}`);
      return created;
    },
  }),
  route({
    method: "PATCH",
    path: "/subscriptions/:id",
    operationId: "updateSubscription",
    tag,
    summary: "Change a subscription",
    description: "Merge patch. Everything while it is a draft; afterwards only what changes nothing that is owed.",
    scope: "write",
    params: byId,
    body: subscriptionChange,
    status: 200,
    response: subscription,
    handle: ({ context, params, body }) => updateSubscription(context, params.id, body),
  }),
  route({
    method: "DELETE",
    path: "/subscriptions/:id",
    operationId: "deleteSubscription",
    tag,
    summary: "Delete a draft subscription",
    description: "With its versions. Only a draft can be deleted; prices that were made for it stay in the catalogue.",
    scope: "write",
    params: byId,
    status: 204,
    response: null,
    async handle({ context, params }) {
      await deleteSubscription(context, params.id);
      return null;
    },
  }),
  route({
    method: "POST",
    path: "/subscriptions/:id/activate",
    operationId: "activateSubscription",
    tag,
    summary: "Activate a subscription",
    description:
      "Takes no body. Publishes all draft versions and bills what is due. Needs at least one version, and a start date and a price in each. " +
      "When another active subscription of the account bills usage of the same metric, the answer carries the header " +
      "`Counterfoil-Warning: usage_billed_twice; metric=metric_…; subscription=sub_…`, once for each, with commas between them.",
    scope: "write",
    params: byId,
    warns: true,
    status: 200,
    response: activatedSubscription,
    async handle({ context, params, reply }) {
      const { activated, warnings } = await activateSubscription(context, params.id);
      const told = warnings.map(({ code, metricId, subscriptionId }) => {
        return `${code}; metric=${metricId}; subscription=${subscriptionId}`;
      });
      if (told.length > 0) reply.header("Counterfoil-Warning", told.join(", "));
      return activated;
    },
  }),
];
