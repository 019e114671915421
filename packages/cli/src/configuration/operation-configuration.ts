import type { TracingConfiguration } from "../platform/tracing.ts";

type Environment = Readonly<Record<string, string | undefined>>;
type Refuse = (fault: string) => void;

/** How a process is watched and stopped (R-OPS-2, R-OPS-4). */
export interface OperationConfiguration {
  /** What a scraper of `/health/metrics` sends; null where only this machine may. */
  readonly metricsToken: string | null;
  /** How long requests and jobs that run may take to end once somebody asked the process to stop. */
  readonly stopSeconds: number;
  /** How long requests are taken on after that, so that load balancers see in time that they should go elsewhere. */
  readonly drainSeconds: number;
  /** Where a worker without an API answers below `/health`; null for nowhere. */
  readonly healthPort: number | null;
  /** Where spans go; null for nowhere. */
  readonly tracing: TracingConfiguration | null;
}

const STOP_SECONDS = 25;
const LONGEST_SECONDS = 3_600;
const SHORTEST_TOKEN = 16;

/** Reads what is said of operation. Empty variables count as missing; no fault repeats a token. */
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
      "it is a whole number of seconds",
    ),
    drainSeconds: readNumber("COUNTERFOIL_DRAIN_SECONDS", 0, LONGEST_SECONDS, "it is a whole number of seconds"),
    healthPort: readNumber("COUNTERFOIL_HEALTH_PORT", null, 65_535, "a port is a whole number"),
    tracing: readTracing(read, refuse),
  };
}

function readToken(text: string | undefined, refuse: Refuse): string | null {
  if (text === undefined) return null;
  if (text.length < SHORTEST_TOKEN || /\s/.test(text)) {
    refuse(
      `COUNTERFOIL_METRICS_TOKEN has less than ${SHORTEST_TOKEN} characters or a space: "openssl rand -hex 32" makes one that nobody guesses.`,
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

/** The variables of OpenTelemetry. What else they say (headers, time-outs, attributes of the resource) its packages read themselves. */
function readTracing(read: (name: string) => string | undefined, refuse: Refuse): TracingConfiguration | null {
  const endpoints = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"].filter(
    (name) => read(name) !== undefined,
  );
  const isOff = /^true$/i.test(read("OTEL_SDK_DISABLED") ?? "") || read("OTEL_TRACES_EXPORTER") === "none";
  if (endpoints.length === 0 || isOff) return null;
  for (const name of endpoints) {
    // An address may hold a key: it is not repeated.
    if (!/^https?:\/\/[^/]/.test(read(name) ?? "") || !URL.canParse(read(name) ?? "")) {
      refuse(`${name} is no address of a collector (http://collector:4318).`);
    }
  }
  const given = read("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") ?? read("OTEL_EXPORTER_OTLP_PROTOCOL") ?? "http/protobuf";
  const protocol = PROTOCOLS.find((one) => one === given);
  if (protocol === undefined) {
    refuse(`OTEL_EXPORTER_OTLP_PROTOCOL is ${JSON.stringify(given)}; it is one of ${PROTOCOLS.join(", ")}.`);
  }
  const sampler = SAMPLERS.find((one) => one === (read("OTEL_TRACES_SAMPLER") ?? "parentbased_always_on"));
  if (sampler === undefined) {
    refuse(
      `OTEL_TRACES_SAMPLER is ${JSON.stringify(read("OTEL_TRACES_SAMPLER"))}; it is one of ${SAMPLERS.join(", ")}.`,
    );
  }
  const ratio = Number(read("OTEL_TRACES_SAMPLER_ARG") ?? "1");
  if (!(ratio >= 0 && ratio <= 1)) {
    refuse(`OTEL_TRACES_SAMPLER_ARG is ${JSON.stringify(read("OTEL_TRACES_SAMPLER_ARG"))}; it is a share from 0 to 1.`);
  }
  return { protocol: protocol ?? "http/protobuf", sampler: sampler ?? "parentbased_always_on", ratio };
}
