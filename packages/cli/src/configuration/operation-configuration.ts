import type { TracingConfiguration } from "../platform/tracing.ts";

type Environment = Readonly<Record<string, string | undefined>>;
type Refuse = (fault: string) => void;

/** How a process is monitored and stopped (R-OPS-2, R-OPS-4). */
export interface OperationConfiguration {
  /** The token that a scraper of `/health/metrics` must send; null: only this machine may read metrics. */
  readonly metricsToken: string | null;
  /** Seconds that running requests and jobs may take to finish after a request to stop. */
  readonly stopSeconds: number;
  /** Seconds for which requests are still accepted after a request to stop, so that load balancers notice in time. */
  readonly drainSeconds: number;
  /** The port at which a worker without the API serves `/health`; null for none. */
  readonly healthPort: number | null;
  /** Where spans are exported; null for nowhere. */
  readonly tracing: TracingConfiguration | null;
}

const STOP_SECONDS = 25;
const LONGEST_SECONDS = 3_600;
const SHORTEST_TOKEN = 16;

/** Reads the operation settings. Treats empty variables as unset. Messages never repeat a token. */
export function readOperation(environment: Environment, refuse: Refuse): OperationConfiguration {
  const read = (name: string) => (environment[name] === "" ? undefined : environment[name]);

  function readNumber<Fallback>(name: string, fallback: Fallback, most: number, what: string): number | Fallback {
    const text = read(name);
    if (text === undefined) return fallback;
    const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number <= most)) refuse(`${name} is ${JSON.stringify(text)}; ${what} from 0 to ${most}.`);
    return number;
  }

  return {
    metricsToken: readToken(read("COUNTERFOIL_METRICS_TOKEN"), refuse),
    stopSeconds: readNumber(
      "COUNTERFOIL_STOP_SECONDS",
      STOP_SECONDS,
      LONGEST_SECONDS,
      "expected a whole number of seconds",
    ),
    drainSeconds: readNumber("COUNTERFOIL_DRAIN_SECONDS", 0, LONGEST_SECONDS, "expected a whole number of seconds"),
    healthPort: readNumber("COUNTERFOIL_HEALTH_PORT", null, 65_535, "expected a port"),
    tracing: readTracing(read, refuse),
  };
}

function readToken(text: string | undefined, refuse: Refuse): string | null {
  if (text === undefined) return null;
  if (text.length < SHORTEST_TOKEN || /\s/.test(text)) {
    refuse(
      `COUNTERFOIL_METRICS_TOKEN must have at least ${SHORTEST_TOKEN} characters and no spaces. Run "openssl rand -hex 32" to generate a strong token.`,
    );
  }
  return text;
}

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
const PROTOCOLS = ["http/protobuf", "http/json"] as const;

/**
 * Reads the OpenTelemetry variables. OpenTelemetry's packages read the others themselves: headers, timeouts, resource
 * attributes.
 */
function readTracing(read: (name: string) => string | undefined, refuse: Refuse): TracingConfiguration | null {
  const endpoints = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"].filter(
    (name) => read(name) !== undefined,
  );
  const isOff = /^true$/i.test(read("OTEL_SDK_DISABLED") ?? "") || read("OTEL_TRACES_EXPORTER") === "none";
  if (endpoints.length === 0 || isOff) return null;
  for (const name of endpoints) {
    // The URL may contain a key, so the message does not repeat it.
    if (!/^https?:\/\/[^/]/.test(read(name) ?? "") || !URL.canParse(read(name) ?? "")) {
      refuse(`${name} is not the URL of a collector (http://collector:4318).`);
    }
  }
  const given = read("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") ?? read("OTEL_EXPORTER_OTLP_PROTOCOL") ?? "http/protobuf";
  const protocol = PROTOCOLS.find((one) => one === given);
  if (protocol === undefined) {
    refuse(`OTEL_EXPORTER_OTLP_PROTOCOL is ${JSON.stringify(given)}; expected one of ${PROTOCOLS.join(", ")}.`);
  }
  const sampler = SAMPLERS.find((one) => one === (read("OTEL_TRACES_SAMPLER") ?? "parentbased_always_on"));
  if (sampler === undefined) {
    refuse(
      `OTEL_TRACES_SAMPLER is ${JSON.stringify(read("OTEL_TRACES_SAMPLER"))}; expected one of ${SAMPLERS.join(", ")}.`,
    );
  }
  const ratio = Number(read("OTEL_TRACES_SAMPLER_ARG") ?? "1");
  if (!(ratio >= 0 && ratio <= 1)) {
    refuse(
      `OTEL_TRACES_SAMPLER_ARG is ${JSON.stringify(read("OTEL_TRACES_SAMPLER_ARG"))}; expected a ratio from 0 to 1.`,
    );
  }
  return { protocol: protocol ?? "http/protobuf", sampler: sampler ?? "parentbased_always_on", ratio };
}
