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
const byOrganization = Type.Object({ organizationId: inPath("The ID of the organization.") });

export const paymentProviderRoutes = [
  route({
    method: "GET",
    path: "/payment-settings",
    operationId: "getPaymentSettings",
    tag,
    summary: "Get the payment settings",
    description:
      "Returns the provider that takes payments, and the rules for unpaid invoices. Secrets are not returned, " +
      "only whether they are set.",
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
    summary: "Update the payment settings",
    description: "A merge patch. Secrets can be set but not read.",
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
    summary: "Get the payment method of an account",
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
    summary: "Start to set up a payment method",
    description:
      "Takes no body. Returns what the provider's form in the customer's browser needs. Counterfoil stores the " +
      "payment method when the provider reports that it works.",
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
    summary: "Remove the payment method of an account",
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
    summary: "Receive a Stripe webhook",
    description:
      "Stripe signs the request with the organization's webhook secret (`Stripe-Signature`). Enter this address in " +
      "the Stripe dashboard.",
    scope: null,
    refusals: ["invalid_signature", "secrets_unavailable"],
    params: byOrganization,
    admit: (ports, params) => admitPaymentProvider(ports, "stripe", params.organizationId),
    bodyForms: [{ mediaType: "application/json", schema: Type.Object({}, { description: "A Stripe event." }) }],
    status: 204,
    isRepeatable: true,
    response: null,
    async handle({ context, sent, request }) {
      const signature = request.headers["stripe-signature"];
      if (sent.kind !== "text" || typeof signature !== "string") {
        throw new DomainError(
          "invalid_signature",
          "A Stripe webhook must have a body and the header Stripe-Signature.",
        );
      }
      await receiveProviderNews(context, sent.text, signature);
      return null;
    },
  }),
];
