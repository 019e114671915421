import { type Context, DomainError, refuseFaults, type Services } from "@counterfoil/service";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Type, { type TSchema } from "typebox";
import { deprecationHeaders } from "./api-version.ts";
import type { Admission } from "./admission.ts";
import { answerRead, answerWrite, resourceOf } from "./answer.ts";
import { authenticate } from "./authenticate.ts";
import { NO_BODY, type SentBody, takeBodyForms } from "./body-forms.ts";
import { catalogKeyOf } from "./catalog-key-header.ts";
import { EVENT_STREAM } from "./event-stream.ts";
import { furtherFaults } from "./further-faults.ts";
import { idempotencyKey } from "./idempotency.ts";
import { type RawQuery, readListQuery } from "./lists.ts";
import type { LogHooks } from "./operation/log-requests.ts";
import type { Ports } from "./ports.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { Caller, Route } from "./route.ts";
import { answerRun } from "./runs/answer-run.ts";
import type { Runs } from "./runs/run.ts";
import { propertiesOf, routeSchema } from "./route-schema.ts";
import { bodyCheck, parameterCheck } from "./validation.ts";
import { setCookies } from "./visitor-of.ts";

const NO_PARAMETERS = Type.Object({}, { additionalProperties: false });

/** What all routes share. */
interface Around {
  readonly ports: Ports;
  readonly limits: RateLimits;
  readonly admission: Admission;
  readonly logHooks: LogHooks;
  readonly runs: Runs;
  /** All routes. */
  readonly routes: readonly Route[];
}

/**
 * Registers a route. A route with its own body forms gets its own Fastify scope, because it parses bodies differently.
 */
export function addRoute(server: FastifyInstance, around: Around, route: Route): void {
  const { bodyForms } = route;
  if (bodyForms === undefined) return hangRoute(server, around, route);
  void server.register(async (scope) => {
    takeBodyForms(scope, bodyForms);
    hangRoute(scope, around, route);
  });
}

/** Authentication, then the checks, then the use case, then the compiled serializer. */
function hangRoute(
  server: FastifyInstance,
  { ports, limits, admission, logHooks, runs, routes }: Around,
  route: Route,
): void {
  const checkParams = parameterCheck(route.params ?? NO_PARAMETERS);
  const checkQuery = parameterCheck(route.query ?? NO_PARAMETERS);
  const resource = resourceOf(route, routes);
  const mayPresume = isOnlyRead(route);
  const countingGuesses = async <Known>(
    request: FastifyRequest,
    reply: FastifyReply,
    identify: () => Promise<Known>,
  ) => {
    try {
      return await identify();
    } catch (error) {
      // Guesses of keys or tokens are counted by the caller's address and soon rate-limited.
      if (error instanceof DomainError) limits.admitStranger(request, reply);
      else limits.show(request, reply);
      throw error;
    }
  };
  const knownCaller = (request: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
    const isTool = runs.of(request) !== undefined;
    const presumes = mayPresume && !isTool && request.headers["idempotency-key"] === undefined;
    return countingGuesses(request, reply, () => authenticate(ports, route, request, { isTool, mayPresume: presumes }));
  };
  /** The answer of work that began before the key was confirmed. A refusal of the key comes before any other error. */
  const onceConfirmed = async (request: FastifyRequest, reply: FastifyReply, work: Promise<unknown>) => {
    const ended = work.then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
    try {
      await countingGuesses(request, reply, async () => request.caller.confirmed);
    } catch (error) {
      // Not a request of the organization, as if the key had been refused at once.
      request.requester = null;
      throw error;
    }
    const found = await ended;
    if ("error" in found) throw found.error;
    return found.result;
  };
  const asSent = route.bodyForms !== undefined;
  // An omitted body counts as an object without members. If the route takes no body, the check refuses each member by
  // name.
  const checkBody = asSent ? undefined : bodyCheck(route.body ?? NO_PARAMETERS);
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { organizationId, actor, confirmed } = request.caller;
    const run = runs.of(request);
    const agent = run?.agent;
    const catalogKey = catalogKeyOf(route, request);
    const context: Context & Services = { ...ports, organizationId, actor, agent, catalogKey, requestId: request.id };
    idempotencyKey(route, request);
    checkParams(request.params);
    const { query, listQuery } = splitQuery(route, request.query as RawQuery);
    const list = readListQuery(listQuery, route.list?.fields ?? {}, { ...route.list, further: namesOf(route.query) });
    checkQuery(query);
    const { params } = request;
    const body = route.body !== undefined && request.body === null ? null : (request.body ?? {});
    const faults = checkBody?.(body) ?? [];
    reply.status(route.status);
    const sent = asSent ? ((request.body as SentBody | undefined) ?? NO_BODY) : NO_BODY;
    const isAdmitted = () => wouldAdmit(ports, route, request, run !== undefined);
    const spendUsage = (count: number) => limits.spendUsage(request.caller, count);
    const call = { context, params, query, body, sent, list, isAdmitted, confirmed, spendUsage, request, reply };
    if (faults.length > 0) refuseFaults([...faults, ...(await furtherFaults(route, call, faults))]);
    if (run !== undefined && run.mode.kind !== "plain") return answerRun(route, call, run.mode);
    return route.method === "GET" ? answerRead(route, call) : answerWrite(route, call, resource);
  };
  server.route({
    method: route.method,
    url: route.path,
    schema: routeSchema(route, takesCondition(route, resource)),
    config: {
      streamedTypes: (route.bodyForms ?? []).flatMap((form) => (form.isStreamed === true ? form.mediaType : [])),
    },
    // An endless stream has no length, and the length is all that HEAD could return.
    exposeHeadRoute: route.mediaType !== EVENT_STREAM,
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    ...logHooks(route),
    // Runs before the body is read, so that a caller without a key cannot make us read 32 MiB.
    onRequest: async (request, reply) => {
      reply.headers(deprecationHeaders(route.deprecation));
      if (route.scope === null) keepAddressSecret(reply);
      request.caller = await knownCaller(request, reply);
      const run = runs.of(request);
      // What only shows its effect is not a request that was made.
      if (run?.mode.kind === "trial" || run?.mode.kind === "stable") request.requester = null;
      // The call of the tool was counted.
      if (run === undefined) limits.admit(route, request.caller, request, reply);
      route.refuseUnread?.(ports, request.headers);
      if (route.method !== "GET" && route.countsUsage !== true) admission.admit(reply);
      if (request.caller.session !== undefined) answerSession(reply, request.caller);
    },
    handler: (request, reply) =>
      request.caller.confirmed === undefined
        ? answer(request, reply)
        : onceConfirmed(request, reply, answer(request, reply)),
  });
}

/**
 * Whether the route only reads rows and returns an answer at once, so that its work may begin before the key is confirmed: it changes
 * nothing, and has nothing to send before its end.
 */
function isOnlyRead({ method, scope, mediaType, changesNothing }: Route): boolean {
  if (scope === null || scope === "session") return false;
  return method === "GET" ? mediaType === undefined : changesNothing === true;
}

/**
 * Whether the route supports If-Match: what it writes can be read at its own address. The ETag of the person's own
 * account is never checked.
 */
function takesCondition({ method, scope }: Route, resource: Route | undefined): boolean {
  return method !== "GET" && method !== "POST" && scope !== "session" && resource !== undefined;
}

async function wouldAdmit(ports: Ports, route: Route, request: FastifyRequest, isTool: boolean): Promise<boolean> {
  try {
    await authenticate(ports, route, request, { isTool });
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/** Splits the query into the parameters of the route and those of its list. Without a list, all belong to the route. */
function splitQuery({ list, query: schema }: Route, raw: RawQuery): { query: RawQuery; listQuery: RawQuery } {
  if (list === undefined) return { query: raw, listQuery: {} };
  const own = new Set(namesOf(schema));
  const part = (isOwn: boolean) => Object.fromEntries(Object.entries(raw).filter(([name]) => own.has(name) === isOwn));
  return { query: part(true), listQuery: part(false) };
}

function namesOf(schema: TSchema | undefined): readonly string[] {
  return Object.keys(propertiesOf(schema));
}

/**
 * The token in the address is the only credential, so no cache may store the response and no linked page may learn the
 * address.
 */
function keepAddressSecret(reply: FastifyReply): void {
  reply.header("Cache-Control", "no-store").header("Referrer-Policy", "no-referrer");
}

/** No cache may store what a person sees, because another person may use the same browser. */
function answerSession(reply: FastifyReply, { cookies = [] }: Caller): void {
  setCookies(reply.header("Cache-Control", "no-store"), cookies);
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller;
  }
}
