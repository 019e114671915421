import { answerOnce, answerRepeatable, type Answered, inOneTransaction } from "@counterfoil/service";
import type { FastifyReply } from "fastify";
import { answerTagged, entityTag, isSingleResource, notTaken, readPrecondition } from "./entity-tag.ts";
import { onceRequest } from "./idempotency.ts";
import type { Call, Route } from "./route.ts";

type AnyCall = Call<unknown, unknown, unknown>;

/** The route under which what a route writes is read; for one that is created, the one whose answer is the same. */
export function resourceOf(route: Route, routes: readonly Route[]): Route | undefined {
  const singles = routes.filter(isSingleResource);
  return route.method === "POST"
    ? singles.find(({ path, response }) => path.startsWith(`${route.path}/:`) && response === route.response)
    : singles.find(({ path }) => path === route.path);
}

/** Runs a use case that reads. One resource is answered with its tag. */
export async function answerRead(route: Route, call: AnyCall): Promise<unknown> {
  const answer = await route.handle(call);
  if (!isSingleResource(route)) return answer;
  const { request, reply } = call;
  return answerTagged(text(reply, answer), request, reply) ?? reply.send();
}

/**
 * Runs a use case that writes: once for an Idempotency-Key, and under the condition of If-Match, which is held where the use
 * case has locked the row. One that never holds it is taken back.
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

/** What of the headers belongs to the answer and not to its way. */
const KEPT_HEADERS = [
  "content-type",
  "content-disposition",
  "content-security-policy",
  "etag",
  "location",
  "counterfoil-warning",
];

/** The answer as bytes, with what it says of itself. */
function outgoing(route: Route, reply: FastifyReply, answer: unknown, resource: Route | undefined): Answered {
  const body = Buffer.isBuffer(answer) ? answer : Buffer.from(route.response === null ? "" : text(reply, answer));
  if (route.response !== null) reply.type("application/json; charset=utf-8");
  if (resource !== undefined && resource.response === route.response) reply.header("ETag", entityTag(body));
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = reply.getHeader(name);
    if (value === undefined) continue;
    headers[name] = String(value);
    // Should it come to nothing after all, none of it is true.
    reply.removeHeader(name);
  }
  return { status: reply.statusCode, headers, body };
}

function send(reply: FastifyReply, { status, headers, body }: Answered): FastifyReply {
  return reply
    .status(status)
    .headers(headers)
    .send(body.length === 0 ? undefined : body);
}

function text(reply: FastifyReply, answer: unknown): string {
  const written = reply.serialize(answer);
  if (typeof written !== "string") throw new Error("broken invariant: JSON is written as text");
  return written;
}
