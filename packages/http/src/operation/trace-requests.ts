import type { Span, Tracing } from "@counterfoil/service";
import type { FastifyInstance } from "fastify";

/**
 * Creates a span for each request, named after its route; the spans of its use case are children. A received
 * `traceparent` is continued. Spans contain neither addresses nor headers, which hold IDs and secrets.
 */
export function traceRequests(server: FastifyInstance, tracing: Tracing | undefined): void {
  if (tracing === undefined) return;
  server.decorateRequest("span", null);
  server.addHook("onRequest", (request, _reply, done) => {
    const route = request.is404 ? undefined : request.routeOptions.url;
    const { traceparent } = request.headers;
    const span = tracing.begin({
      name: route === undefined ? request.method : `${request.method} ${route}`,
      kind: "server",
      traceparent: typeof traceparent === "string" ? traceparent : undefined,
      facts: {
        "http.request.method": request.method,
        ...(route === undefined ? {} : { "http.route": route }),
        "counterfoil.request_id": request.id,
      },
    });
    request.span = span;
    span.within(done);
  });
  // Bodies arrive outside the span's context; the use case starts here.
  server.addHook("preHandler", (request, _reply, done) => {
    if (request.span === null) done();
    else request.span.within(done);
  });
  server.addHook("onResponse", (request, reply, done) => {
    const { span } = request;
    span?.note({ "http.response.status_code": reply.statusCode });
    const code = reply.problem?.code;
    if (code !== undefined) span?.note({ "error.type": code });
    span?.end(reply.statusCode >= 500 ? new Error(code ?? String(reply.statusCode)) : undefined);
    done();
  });
}

declare module "fastify" {
  interface FastifyRequest {
    span: Span | null;
  }
}
