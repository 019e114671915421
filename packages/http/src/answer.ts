import { answerOnce, answerRepeatable, type Answered, inOneTransaction } from "@counterfoil/service";
import type { FastifyReply } from "fastify";
import { answerTagged, entityTag, isSingleResource, notTaken, readPrecondition } from "./entity-tag.ts";
import { onceRequest } from "./idempotency.ts";
import type { Call, Route } from "./route.ts";

type AnyCall = Call<unknown, unknown, unknown>;

/** The route that reads what a route writes. For a creation, it is the route with the same response. */
export function resourceOf(route: Route, routes: readonly Route[]): Route | undefined {
  const singles = routes.filter(isSingleResource);
  return route.method === "POST"
    ? singles.find(({ path, response }) => path.startsWith(`${route.path}/:`) && response === route.response)
    : singles.find(({ path }) => path === route.path);
}

/** Runs a use case that reads. A response with a single resource gets an ETag. */
export async function answerRead(route: Route, call: AnyCall): Promise<unknown> {
  const answer = await route.handle(call);
  if (!isSingleResource(route)) return answer;
  const { request, reply } = call;
  // A 304 is sent here.
  await call.confirmed;
  return answerTagged(text(reply, answer), request, reply) ?? reply.send();
}

/**
 * Runs a use case that writes: once per Idempotency-Key, and under the condition of If-Match, which the use case checks
 * after it locks the row. If the use case never checks it, the write is rolled back.
 */
export async function answerWrite(route: Route, call: AnyCall, resource: Route | undefined): Promise<unknown> {
  const { request, reply, sent } = call;
  const once = onceRequest(route, request, sent);
  const precondition = readPrecondition(route.method === "POST" ? undefined : resource, request, reply);
  const act = async (context: AnyCall["context"]): Promise<Answered> => {
    const acting = precondition === undefined ? context : { ...context, precondition: precondition.hold };
    const answer = await route.handle({ ...call, context: acting });
    if (precondition?.wasHeld() === false) throw notTaken();
    return outgoing(route, reply, answer, resource);
  };
  if (once !== undefined) {
    const answer = await (route.isRepeatable === true ? answerRepeatable : answerOnce)(call.context, once, act);
    if (answer.isReplayed) reply.header("Idempotent-Replayed", "true");
    return send(reply, answer.answered);
  }
  if (precondition !== undefined) return send(reply, await inOneTransaction(call.context, act));
  if (resource !== undefined) return send(reply, await act(call.context));
  const answer = await route.handle(call);
  return route.response === null && answer === null ? reply.send() : answer;
}

/** Headers that belong to the stored answer, not to the single request. */
const KEPT_HEADERS = [
  "content-type",
  "content-disposition",
  "content-security-policy",
  "etag",
  "location",
  "counterfoil-warning",
];

/** The answer as bytes, with the headers that describe it. */
export function outgoing(route: Route, reply: FastifyReply, answer: unknown, resource: Route | undefined): Answered {
  const body = Buffer.isBuffer(answer) ? answer : Buffer.from(route.response === null ? "" : text(reply, answer));
  if (route.response !== null) reply.type("application/json; charset=utf-8");
  if (resource !== undefined && resource.response === route.response) reply.header("ETag", entityTag(body));
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = reply.getHeader(name);
    if (value === undefined) continue;
    headers[name] = String(value);
    // If the transaction fails after all, these headers would be wrong.
    reply.removeHeader(name);
  }
  return { status: reply.statusCode, headers, body };
}

/** Sends an answer as it was stored. */
export function send(reply: FastifyReply, { status, headers, body }: Answered): FastifyReply {
  return reply
    .status(status)
    .headers(headers)
    .send(body.length === 0 ? undefined : body);
}

/** The answer as the route's serializer writes it. */
export function text(reply: FastifyReply, answer: unknown): string {
  const written = reply.serialize(answer);
  if (typeof written !== "string") throw new Error("broken invariant: JSON is written as text");
  return written;
}
