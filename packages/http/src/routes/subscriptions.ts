import {
  activateSubscription,
  createSubscription,
  deleteSubscription,
  getSubscription,
  listSubscriptions,
  listSubscriptionsWithQuotes,
  renderSubscriptionPdf,
  SUBSCRIPTION_FIELDS,
  updateSubscription,
} from "@counterfoil/service";
import Type from "typebox";
import { answerPdf } from "../answer-pdf.ts";
import { paged, pageOf } from "../lists.ts";
import { route } from "../route.ts";
import { activatedSubscription } from "../schemas/activated-subscription.ts";
import { listedSubscription } from "../schemas/listed-subscription.ts";
import { byId, oneOf } from "../schemas/schema.ts";
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
    query: Type.Object({
      include: Type.Optional(
        oneOf(["quote"], "`quote` adds the number of its quote, the dates of its last link, and every decline."),
      ),
    }),
    list: { fields: SUBSCRIPTION_FIELDS },
    status: 200,
    response: paged(listedSubscription),
    async handle({ context, list, query }) {
      const page =
        query.include === "quote"
          ? await listSubscriptionsWithQuotes(context, list)
          : await listSubscriptions(context, list);
      return pageOf<(typeof page.rows)[number]>(page, list);
    },
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
      "Returns the signed quote; while the quote is open, the quote as sent; otherwise the current contract. The " +
      "PDF of a draft is marked DRAFT. For other statuses, `hasPDF` shows whether the PDF exists.",
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
      "Create the subscription from a plan (`planId`) or from `priceGroups`. Counterfoil also creates the first " +
      "draft version, which starts with the contract.",
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
    summary: "Update a subscription",
    description:
      "A merge patch. You can change every field of a draft. Afterwards, you can change only fields that do not " +
      "affect what is owed.",
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
    description:
      "Also deletes its versions. You can delete only drafts. Prices that were created for the subscription stay " +
      "in the catalog.",
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
      "Takes no body. Publishes all draft versions and bills what is due. Requires at least one version, each " +
      "with a start date and a price. If another active subscription of the account bills usage of the same " +
      "metric, the response has the header `Counterfoil-Warning: usage_billed_twice; metric=metric_…; " +
      "subscription=sub_…`, with one comma-separated entry for each such subscription.",
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
