import {
  acceptQuote,
  admitByQuoteToken,
  createQuote,
  declineQuote,
  getQuote,
  getQuoteSignature,
  getQuoteState,
  getSubscriptionQuote,
  renderQuotePdf,
  sendQuote,
} from "@counterfoil/service";
import Type from "typebox";
import { answerPdf } from "../answer-pdf.ts";
import { publicAddress } from "../public-address.ts";
import { route } from "../route.ts";
import {
  acceptance,
  declining,
  quote,
  quoteCreation,
  quoteState,
  sending,
  sentQuote,
  signature,
  subscriptionQuote,
} from "../schemas/quote.ts";
import { byId, inPath } from "../schemas/schema.ts";
import { subscription } from "../schemas/subscription.ts";

const tag = "Quotes";
const byToken = Type.Object({ token: inPath("The secret token of the link.") });

export const quoteRoutes = [
  route({
    method: "POST",
    path: "/quotes",
    operationId: "createQuote",
    tag,
    summary: "Create a quote from a quote template",
    description: "A quote template is a plan. A quote is a subscription that is not active yet.",
    scope: "write",
    body: quoteCreation,
    status: 201,
    response: subscription,
    async handle({ context, body, reply }) {
      const created = await createQuote(context, body);
      reply.header("Location", `/subscriptions/${created.id}`);
      return created;
    },
  }),
  route({
    method: "POST",
    path: "/subscriptions/:id/send",
    operationId: "sendQuote",
    tag,
    summary: "Send a draft subscription as a quote",
    description:
      "Freezes the offer and creates the link at which the customer reads and accepts it. Requires the same as " +
      "activation. If you send the quote again, it gets a new link and the old one stops working.",
    scope: "write",
    params: byId,
    body: sending,
    status: 200,
    answersSecret: true,
    response: sentQuote,
    async handle({ context, params, body, request }) {
      const { token, ...sent } = await sendQuote(context, params.id, body);
      return { ...sent, token, quoteUrl: `${publicAddress(context, request)}/quote/${token}` };
    },
  }),
  route({
    method: "GET",
    path: "/subscriptions/:id/signature",
    operationId: "getQuoteSignature",
    tag,
    summary: "Get the signature of an accepted quote",
    scope: "read",
    params: byId,
    status: 200,
    response: signature,
    handle: ({ context, params }) => getQuoteSignature(context, params.id),
  }),
  route({
    method: "GET",
    path: "/quotes/:token",
    operationId: "getQuote",
    tag,
    summary: "Get a quote by its link",
    description: "Returns 404 if the link never existed or was replaced, and 410 once it has expired.",
    scope: null,
    refusals: ["quote_expired"],
    params: byToken,
    admit: (ports, params) => admitByQuoteToken(ports, params.token),
    status: 200,
    response: quote,
    handle: ({ context, params }) => getQuote(context, params.token),
  }),
  route({
    method: "GET",
    path: "/quotes/:token/pdf",
    operationId: "getQuotePdf",
    tag,
    summary: "Get the PDF of a quote by its link",
    description:
      "Returns the quote as it was sent, with its signature. Returns 404 and 410 in the same cases as the quote " +
      "itself.",
    scope: null,
    refusals: ["quote_expired"],
    params: byToken,
    admit: (ports, params) => admitByQuoteToken(ports, params.token),
    status: 200,
    response: null,
    mediaType: "application/pdf",
    handle: async ({ context, params, request, reply }) =>
      answerPdf(await renderQuotePdf(context, params.token), request, reply),
  }),
  route({
    method: "POST",
    path: "/quotes/:token/accept",
    operationId: "acceptQuote",
    tag,
    summary: "Accept a quote by its link",
    description:
      "Records who signed what, when and from where. With the activation mode `automatic`, Counterfoil then " +
      "starts the contract.",
    scope: null,
    refusals: ["quote_expired"],
    params: byToken,
    admit: (ports, params) => admitByQuoteToken(ports, params.token),
    body: acceptance,
    status: 200,
    response: quote,
    handle: ({ context, params, body, request }) =>
      acceptQuote(context, params.token, { ...body, networkAddress: request.ip }),
  }),
  route({
    method: "GET",
    path: "/quotes/:token/state",
    operationId: "getQuoteState",
    tag,
    summary: "Get the number and the state of a quote by its link",
    description: "Returns 404 and 410 in the same cases as the quote itself.",
    scope: null,
    refusals: ["quote_expired"],
    params: byToken,
    admit: (ports, params) => admitByQuoteToken(ports, params.token),
    status: 200,
    response: quoteState,
    handle: ({ context, params }) => getQuoteState(context, params.token),
  }),
  route({
    method: "POST",
    path: "/quotes/:token/decline",
    operationId: "declineQuote",
    tag,
    summary: "Decline a quote by its link",
    description:
      "Records who declined, when and why. The link cannot be accepted any more. The subscription becomes a draft " +
      "again, which you can edit and send under the same number.",
    scope: null,
    refusals: ["quote_expired"],
    params: byToken,
    admit: (ports, params) => admitByQuoteToken(ports, params.token),
    body: declining,
    status: 200,
    response: quoteState,
    handle: ({ context, params, body, request }) =>
      declineQuote(context, params.token, { ...body, networkAddress: request.ip }),
  }),
  route({
    method: "GET",
    path: "/subscriptions/:id/quote",
    operationId: "getSubscriptionQuote",
    tag,
    summary: "Get the quote of a subscription",
    description:
      "Returns the number of the quote, when its last link was created and expires, and every decline. Returns 404 " +
      "if the subscription was never sent.",
    scope: "read",
    params: byId,
    status: 200,
    response: subscriptionQuote,
    handle: ({ context, params }) => getSubscriptionQuote(context, params.id),
  }),
];
