import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { EVENT_STREAM } from "../event-stream.ts";
import type { Problem } from "../problem.ts";
import type { Family, Labels, Sample } from "./exposition.ts";

/** Upper bounds in seconds: a small read takes less than the first, a PDF or a large body some of the last. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Label for unknown paths, so that there is only one regardless of what callers try. */
const NO_ROUTE = "none";

interface Durations {
  readonly labels: Labels;
  /** Per bucket, without the buckets before it. The last bucket has no upper bound. */
  readonly counts: number[];
  seconds: number;
}

interface Count {
  readonly labels: Labels;
  value: number;
}

/**
 * Counts the requests of a server by the pattern of their route, never by their address: the number of series is
 * bounded by the number of routes, and no series contains an ID (R-ORG-1).
 */
export interface RequestTally {
  families(): Family[];
}

export function tallyRequests(server: FastifyInstance): RequestTally {
  const requests = new Map<string, Count>();
  const durations = new Map<string, Durations>();
  const problems = new Map<string, Count>();
  let inProgress = 0;

  server.decorateReply("problem", null);
  server.decorateRequest("isTallied", false);
  server.addHook("onRequest", (request, _reply, done) => {
    inProgress += 1;
    request.isTallied = true;
    done();
  });
  server.addHook("onResponse", (request, reply, done) => {
    if (request.isTallied) inProgress -= 1;
    request.isTallied = false;
    const route = routeOf(request);
    const status = String(reply.statusCode);
    count(requests, { method: request.method, route, status });
    if (reply.problem !== null) count(problems, { code: reply.problem.code });
    // A stream lasts as long as it has a reader.
    if (!isEventStream(reply)) observe({ method: request.method, route }, reply.elapsedTime / 1000);
    done();
  });

  function observe(labels: Labels, seconds: number): void {
    const name = Object.values(labels).join(" ");
    let known = durations.get(name);
    if (known === undefined) {
      known = { labels, counts: Array.from({ length: BUCKETS.length + 1 }, () => 0), seconds: 0 };
      durations.set(name, known);
    }
    const bucket = BUCKETS.findIndex((end) => seconds <= end);
    const place = bucket === -1 ? BUCKETS.length : bucket;
    known.counts[place] = (known.counts[place] ?? 0) + 1;
    known.seconds += seconds;
  }

  return {
    families: () => [
      {
        name: "counterfoil_http_requests_total",
        type: "counter",
        help: "Requests answered, by the pattern of their route.",
        samples: [...requests.values()],
      },
      {
        name: "counterfoil_http_requests_in_progress",
        type: "gauge",
        help: "Requests that are not answered yet, including open streams.",
        samples: [{ value: inProgress }],
      },
      {
        name: "counterfoil_http_request_duration_seconds",
        type: "histogram",
        help: "From the request to the end of its response, without event streams.",
        samples: [...durations.values()].flatMap(histogramSamples),
      },
      {
        name: "counterfoil_http_problems_total",
        type: "counter",
        help: "Requests refused or failed, by error code. rate_limited and *_overloaded are backpressure.",
        samples: [...problems.values()],
      },
    ],
  };
}

function routeOf(request: FastifyRequest): string {
  return request.is404 ? NO_ROUTE : (request.routeOptions.url ?? NO_ROUTE);
}

function isEventStream(reply: FastifyReply): boolean {
  return String(reply.getHeader("Content-Type") ?? "").startsWith(EVENT_STREAM);
}

function count(counts: Map<string, Count>, labels: Labels): void {
  const name = Object.values(labels).join(" ");
  const known = counts.get(name);
  if (known === undefined) counts.set(name, { labels, value: 1 });
  else known.value += 1;
}

/** Each bucket includes those before it, as Prometheus expects. */
function histogramSamples({ labels, counts, seconds }: Durations): Sample[] {
  let sum = 0;
  const buckets = counts.map((one, place): Sample => {
    const end = BUCKETS[place];
    return {
      suffix: "_bucket",
      labels: { ...labels, le: end === undefined ? "+Inf" : String(end) },
      value: (sum += one),
    };
  });
  return [...buckets, { suffix: "_sum", labels, value: seconds }, { suffix: "_count", labels, value: sum }];
}

declare module "fastify" {
  interface FastifyRequest {
    /** Whether it started: a request that the framework cannot parse ends without starting. */
    isTallied: boolean;
  }
  interface FastifyReply {
    /** The problem in the response. Null if there is none. */
    problem: Problem | null;
  }
}
