import { type Context, DomainError, type Services } from "@counterfoil/service";
import Fastify from "fastify";
import { answerRead } from "./answer.ts";
import { NO_BODY } from "./body-forms.ts";
import { type RawQuery, readListQuery } from "./lists.ts";
import type { Route } from "./route.ts";
import { propertiesOf, routeSchema } from "./route-schema.ts";
import { routes } from "./routes/routes.ts";
import { problemSchema } from "./problem.ts";
import { SERIALIZER_OPTIONS } from "./serializer-options.ts";

/** Reads the API from within this process with read access to a whole organization: no socket, no key, no limits. */
export interface Reader {
  /** The JSON of a 200 response, or null for a 404. Every other refusal is thrown. */
  read(path: string): Promise<string | null>;
  close(): Promise<void>;
}

/**
 * Opens the JSON reads of the API on one context. It uses the routes with their serializers, so that the result has the
 * same shape as a response to a client.
 */
export async function openReader(context: Context & Services): Promise<Reader> {
  const server = Fastify({ routerOptions: { maxParamLength: 3_100 }, serializerOpts: SERIALIZER_OPTIONS });
  server.setValidatorCompiler(() => () => true);
  server.addSchema(problemSchema);
  const failures = new Map<string, unknown>();
  server.setErrorHandler((error, request, reply) => {
    failures.set(request.id, error);
    return reply.status(error instanceof DomainError ? 422 : 500).send();
  });
  for (const route of routes.filter(isReadOfOrganization)) {
    server.route({
      method: "GET",
      url: route.path,
      schema: { response: routeSchema(route).response },
      handler: (request, reply) => {
        const query = request.query as RawQuery;
        const own = Object.keys(propertiesOf(route.query));
        const ofList = Object.fromEntries(Object.entries(query).filter(([name]) => !own.includes(name)));
        const list = readListQuery(route.list === undefined ? {} : ofList, route.list?.fields ?? {}, route.list);
        const { params } = request;
        const whole = { body: undefined, sent: NO_BODY, isAdmitted: async () => true, spendUsage: () => 0 };
        return answerRead(route, { context, params, query, list, request, reply, ...whole });
      },
    });
  }
  await server.ready();
  let count = 0;
  return {
    async read(path) {
      count += 1;
      const answer = await server.inject({ method: "GET", url: path, headers: { "x-request-id": String(count) } });
      if (answer.statusCode === 200) return answer.body;
      const [failure] = failures.values();
      failures.clear();
      if (failure instanceof DomainError && failure.code === "not_found") return null;
      throw new Error(`${path} was answered with ${answer.statusCode}`, { cause: failure });
    },
    close: () => server.close(),
  };
}

function isReadOfOrganization({ method, scope, mediaType }: Route): boolean {
  return method === "GET" && mediaType === undefined && scope !== null && scope !== "session";
}
