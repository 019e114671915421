import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as a collector receives it. */
export interface TakenSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly kind: number;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly service: unknown;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

export interface FakeCollector {
  readonly url: string;
  readonly spans: TakenSpan[];
  /** The bodies of all requests, unchanged. */
  readonly bodies: string[];
  stop(): Promise<void>;
}

/** An OTLP collector over HTTP that accepts JSON, and rejects anything that violates OTLP. */
export async function startCollector(): Promise<FakeCollector> {
  const spans: TakenSpan[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => void take(request, response));

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const isFine = request.method === "POST" && request.url === "/v1/traces";
    if (!isFine || request.headers["content-type"] !== "application/json") {
      response.writeHead(400).end();
      return;
    }
    bodies.push(body);
    spans.push(...readSpans(JSON.parse(body) as Sent));
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function readSpans({ resourceSpans }: Sent): TakenSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => {
        if (!/^[\da-f]{32}$/.test(span.traceId) || !/^[\da-f]{16}$/.test(span.spanId)) throw new Error("no ids");
        if (BigInt(span.endTimeUnixNano) < BigInt(span.startTimeUnixNano)) throw new Error("ends before it begins");
        const { name, traceId, spanId, kind } = span;
        const parentSpanId = span.parentSpanId === "" ? undefined : span.parentSpanId;
        const service = factsOf(resource.attributes)["service.name"];
        return { name, traceId, spanId, parentSpanId, kind, facts: factsOf(span.attributes), service };
      }),
    ),
  );
}

function factsOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
