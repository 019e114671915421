import type { Span, SpanFacts, Tracing } from "@counterfoil/service";

/**
 * Which spans are exported, and in what protocol. OpenTelemetry's packages read the destination from its own variables.
 */
export interface TracingConfiguration {
  readonly protocol: "http/protobuf" | "http/json";
  readonly sampler: `${"" | "parentbased_"}${"always_on" | "always_off" | "traceidratio"}`;
  /** The share of traces to keep, for samplers by ratio. */
  readonly ratio: number;
}

export interface OpenTracing extends Tracing {
  /** Exports the remaining spans. */
  close(): Promise<void>;
}

const SERVICE = "counterfoil";
/** An unavailable collector delays the end of the process by no more than this. */
const CLOSE_MILLISECONDS = 3_000;

/**
 * Opens tracing with OpenTelemetry's packages. They are loaded only here, so a process without tracing does not load
 * them.
 */
export async function openTracing({ protocol, sampler, ratio }: TracingConfiguration): Promise<OpenTracing> {
  const [api, sdk, { AsyncLocalStorageContextManager }, resources, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/context-async-hooks"),
    import("@opentelemetry/resources"),
    protocol === "http/json"
      ? import("@opentelemetry/exporter-trace-otlp-http")
      : import("@opentelemetry/exporter-trace-otlp-proto"),
  ]);
  const contexts = new AsyncLocalStorageContextManager().enable();
  const roots = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(ratio),
  };
  const name = sampler.replace("parentbased_", "") as keyof typeof roots;
  const root = roots[name]();
  // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override our own name.
  const said = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ "service.name": SERVICE }).merge(said),
    sampler: sampler === name ? root : new sdk.ParentBasedSampler({ root }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer(SERVICE);
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, internal: api.SpanKind.INTERNAL };

  return {
    begin({ name: spanName, kind, facts = {}, traceparent }): Span {
      const remote = readTraceparent(traceparent);
      const parent =
        remote === undefined
          ? contexts.active()
          : api.trace.setSpanContext(api.ROOT_CONTEXT, { ...remote, isRemote: true });
      const span = tracer.startSpan(spanName, { kind: kinds[kind], attributes: facts }, parent);
      const context = api.trace.setSpan(parent, span);
      return {
        note: (found: SpanFacts) => void span.setAttributes(found),
        end(failure) {
          // An error message may contain a client's data. The kind of error is enough: the request ID finds the rest in
          // the log.
          if (failure !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR, message: kindOf(failure) });
          span.end();
        },
        within: (work) => contexts.with(context, work),
        get traceparent() {
          const { traceId, spanId, traceFlags } = span.spanContext();
          return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
        },
      };
    },
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_MILLISECONDS)));
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
      contexts.disable();
    },
  };
}

/** Parses `00-<trace>-<span>-<flags>` of W3C Trace Context. Ignores an invalid header, so that a new trace begins. */
function readTraceparent(header: string | undefined) {
  const [, version, traceId = "", spanId = "", flags = ""] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/.exec(header ?? "") ?? [];
  if (version === undefined || version === "ff" || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
}

function kindOf(failure: unknown): string {
  if (!(failure instanceof Error)) return typeof failure;
  const { code } = failure as { code?: unknown };
  return typeof code === "string" ? code : failure.name;
}
