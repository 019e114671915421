import { getLoggedRequest, listLoggedRequests } from "@counterfoil/service";
import Type from "typebox";
import { route } from "../route.ts";
import { byId, instant, name, nullable, record } from "../schemas/schema.ts";

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

const time = (description: string) => Type.String({ format: "instant-or-date", description });

const loggedRequest = {
  id: Type.String(),
  at: Type.Unsafe<string>({ ...instant, description: "When the request was answered." }),
  method: Type.String(),
  path: Type.String({ description: "Without the query. Email addresses are redacted." }),
  route: Type.String({ description: "The pattern of the path. For example, `/accounts/:id`." }),
  status: Type.Integer(),
  errorCode: nullable(Type.String({ description: "The `code` of the error in the response." })),
  durationMs: Type.Integer({ description: "From the request to the end of the response, in milliseconds." }),
  actor: record({
    type: Type.String({ description: "`api_key` or `person`." }),
    id: Type.String({ description: "The ID of the key or person." }),
    name: nullable(Type.String({ description: "Null if the key or person no longer exists." })),
  }),
  requestId: Type.String({ description: "The `X-Request-Id` of the response." }),
  idempotencyKey: nullable(Type.String()),
  requestBytes: nullable(Type.Integer({ description: "The length of the body as it was sent. Null if unknown." })),
  responseBytes: nullable(Type.Integer({ description: "The length of the body as it was sent. Null if unknown." })),
};
const body = (description: string) => nullable(Type.String({ description }));

export const requestLogRoutes = [
  route({
    method: "GET",
    path: "/request-log",
    operationId: "listRequestLog",
    tag: "Request log",
    summary: "Search the request log",
    description:
      "The latest request comes first. The log has the requests of API keys, and those of people that write or fail, " +
      "of the last 30 days. A request appears within a second of its response.",
    scope: "admin",
    query: Type.Object(
      {
        status: Type.Optional(name("A status or a class of statuses: `404` or `4xx`.")),
        method: Type.Optional(name("For example, `POST`.")),
        path: Type.Optional(name("A part of the path: `/invoices` or the ID of an object.")),
        errorCode: Type.Optional(name("The `code` of the error in the response.")),
        actorId: Type.Optional(name("The ID of the API key or person.")),
        requestId: Type.Optional(name("The `X-Request-Id` of the response.")),
        from: Type.Optional(time("The earliest time, inclusive. A date means its start in UTC.")),
        to: Type.Optional(time("The latest time, exclusive.")),
        cursor: Type.Optional(Type.String({ maxLength: 255, description: "The `nextCursor` of the previous page." })),
        limit: Type.Optional(Type.String({ pattern: "^[1-9]\\d{0,8}$", description: "Default 10, maximum 100." })),
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: record({
      items: Type.Array(record(loggedRequest, { title: "LoggedRequest" })),
      limit: Type.Integer(),
      nextCursor: nullable(Type.String()),
    }),
    async handle({ context, query: { cursor, limit: asked, ...question } }) {
      const limit = Math.min(Number(asked ?? DEFAULT_LIMIT), MAX_LIMIT);
      return { ...(await listLoggedRequests(context, question, cursor ?? null, limit)), limit };
    },
  }),
  route({
    method: "GET",
    path: "/request-log/:id",
    operationId: "getRequestLog",
    tag: "Request log",
    summary: "Retrieve a logged request",
    description:
      "With the bodies of the request and the response. Secrets and personal data are replaced by `[redacted]`. Bodies " +
      "of more than 32,768 characters, usage events, emails, and bodies about people are not logged.",
    scope: "admin",
    params: byId,
    status: 200,
    response: record(
      {
        ...loggedRequest,
        query: Type.String({ description: "The query of the path, without the question mark." }),
        requestBody: body("The body of the request as JSON text, at most 8,000 characters."),
        responseBody: body("The body of the response as JSON text, at most 8,000 characters."),
        isCut: Type.Boolean({ description: "True if the end of a body is missing." }),
      },
      { title: "LoggedExchange" },
    ),
    handle: ({ context, params }) => getLoggedRequest(context, params.id),
  }),
];
