import {
  acceptQuote,
  admitByQuoteToken,
  createQuote,
  getQuote,
  getQuoteSignature,
  renderQuotePdf,
  sendQuote,
} from "@counterfoil/service";
import Type from "typebox";
import { answerPdf } from "../answer-pdf.ts";
import { publicAddress } from "../public-address.ts";
import { route } from "../route.ts";
import { acceptance, quote, quoteCreation, sending, sentQuote, signature } from "../schemas/quote.ts";
import { byId, inPath } from "../schemas/schema.ts";
import { subscription } from "../schemas/subscription.ts";

const tag = "Quotes";
const byToken = Type.Object({ token: inPath("The secret of the link that was sent.") });

export const quoteRoutes = [
  route({
    method: "POST",
    path: "/quotes",
    operationId: "createQuote",
    tag,
    summary: "Create a quote from a quote template",
    description: "A quote template is a plan, and a quote a subscription that is not active yet.",
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
    summary: "Send a draft as a quote",
    description:
      "Freezes what is offered and makes the link under which the customer reads and accepts it. Needs what activation needs. " +
      "Sent again, it gets a new link, and the old one stops working.",
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
    summary: "Get the proof that a quote was accepted",
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
    summary: "Read a quote by its link",
    description: "404 for a link that was never given or was replaced, 410 once it has expired.",
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
    description: "What was sent, and who signed it. 404 and 410 as for the quote itself.",
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
      "Keeps who signed what, when and from where. With the activation mode automatic, the contract starts by itself.",
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
];
