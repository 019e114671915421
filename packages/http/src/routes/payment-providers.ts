import {
  admitPaymentProvider,
  beginPaymentMethodSetup,
  DomainError,
  forgetPaymentMethod,
  getPaymentMethod,
  readPaymentSettings,
  receiveProviderNews,
  updatePaymentSettings,
} from "@counterfoil/service";
import Type from "typebox";
import { route } from "../route.ts";
import {
  paymentMethod,
  paymentMethodSetup,
  paymentSettings,
  paymentSettingsChange,
} from "../schemas/payment-settings.ts";
import { byId, inPath, nullable, record } from "../schemas/schema.ts";

const tag = "Payments";
const byOrganization = Type.Object({ organizationId: inPath("Whose provider it is.") });

export const paymentProviderRoutes = [
  route({
    method: "GET",
    path: "/payment-settings",
    operationId: "getPaymentSettings",
    tag,
    summary: "Get how the organization is paid",
    description:
      "Who takes payments, and what is done about invoices that are not paid. Of secrets only whether they are set.",
    scope: "read",
    status: 200,
    response: paymentSettings,
    handle: ({ context }) => readPaymentSettings(context),
  }),
  route({
    method: "PATCH",
    path: "/payment-settings",
    operationId: "updatePaymentSettings",
    tag,
    summary: "Change how the organization is paid",
    description: "Merge patch. Secrets are written and never read.",
    scope: "admin",
    refusals: ["secrets_unavailable"],
    body: paymentSettingsChange,
    status: 200,
    response: paymentSettings,
    handle: ({ context, body }) => updatePaymentSettings(context, body),
  }),
  route({
    method: "GET",
    path: "/accounts/:id/payment-method",
    operationId: "getPaymentMethod",
    tag,
    summary: "Get the payment method that automatic payments of an account use",
    scope: "read",
    refusals: ["provider_unavailable", "secrets_unavailable"],
    params: byId,
    status: 200,
    response: record({ paymentMethod: nullable(paymentMethod) }),
    handle: async ({ context, params }) => ({ paymentMethod: await getPaymentMethod(context, params.id) }),
  }),
  route({
    method: "POST",
    path: "/accounts/:id/payment-method/setup",
    operationId: "beginPaymentMethodSetup",
    tag,
    summary: "Let a customer leave a payment method",
    description:
      "Takes no body. Answers what the provider's form in the customer's browser needs; the method is kept when the provider " +
      "tells that it works.",
    scope: "billing",
    refusals: ["provider_unavailable", "secrets_unavailable"],
    params: byId,
    status: 201,
    hasLocation: false,
    isRepeatable: true,
    answersSecret: true,
    response: paymentMethodSetup,
    handle: ({ context, params }) => beginPaymentMethodSetup(context, params.id),
  }),
  route({
    method: "DELETE",
    path: "/accounts/:id/payment-method",
    operationId: "deletePaymentMethod",
    tag,
    summary: "Forget the payment method of an account",
    scope: "billing",
    refusals: ["provider_unavailable", "secrets_unavailable"],
    params: byId,
    status: 204,
    response: null,
    async handle({ context, params }) {
      await forgetPaymentMethod(context, params.id);
      return null;
    },
  }),
  route({
    method: "POST",
    path: "/payment-providers/stripe/webhook/:organizationId",
    operationId: "receiveStripeWebhook",
    tag,
    summary: "Take a webhook of Stripe",
    description: "Signed with the organization's webhook secret (Stripe-Signature). Enter this address at Stripe.",
    scope: null,
    refusals: ["invalid_signature", "secrets_unavailable"],
    params: byOrganization,
    admit: (ports, params) => admitPaymentProvider(ports, "stripe", params.organizationId),
    bodyForms: [{ mediaType: "application/json", schema: Type.Object({}, { description: "An event of Stripe." }) }],
    status: 204,
    isRepeatable: true,
    response: null,
    async handle({ context, sent, request }) {
      const signature = request.headers["stripe-signature"];
      if (sent.kind !== "text" || typeof signature !== "string") {
        throw new DomainError("invalid_signature", "A webhook of Stripe has a body and the header Stripe-Signature.");
      }
      await receiveProviderNews(context, sent.text, signature);
      return null;
    },
  }),
];
