import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { EVENT_STREAM } from "../event-stream.ts";
import type { Family, Labels, Sample } from "./exposition.ts";

/** Upper ends in seconds: a small read takes less than the first, a PDF or a large body some of the last. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** In the place of a path that leads nowhere: whatever is tried, there is one of it. */
const NO_ROUTE = "none";

interface Durations {
  readonly labels: Labels;
  /** By bucket, each without those before it; the last is without end. */
  readonly counts: number[];
  seconds: number;
}

interface Count {
  readonly labels: Labels;
  value: number;
}

/**
 * Counts the requests of a server by the pattern of their route, never by their address: what is told has as many lines as there
 * are routes, and holds no id (R-ORG-1).
 */
export interface RequestTally {
  families(): Family[];
}

export function tallyRequests(server: FastifyInstance): RequestTally {
  const requests = new Map<string, Count>();
  const durations = new Map<string, Durations>();
  const problems = new Map<string, Count>();
  let inProgress = 0;

  server.decorateReply("problemCode", null);
  /** Those that began: what the framework cannot read ends without having. */
  const begun = new WeakSet<FastifyRequest>();
  server.addHook("onRequest", (request, _reply, done) => {
    inProgress += 1;
    begun.add(request);
    done();
  });
  server.addHook("onResponse", (request, reply, done) => {
    if (begun.delete(request)) inProgress -= 1;
    const route = routeOf(request);
    const status = String(reply.statusCode);
    count(requests, { method: request.method, route, status });
    if (reply.problemCode !== null) count(problems, { code: reply.problemCode });
    // A stream goes on for as long as somebody listens.
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
        help: "Requests that came and are not answered yet, open streams among them.",
        samples: [{ value: inProgress }],
      },
      {
        name: "counterfoil_http_request_duration_seconds",
        type: "histogram",
        help: "From the request to the end of its answer; without event streams.",
        samples: [...durations.values()].flatMap(histogramSamples),
      },
      {
        name: "counterfoil_http_problems_total",
        type: "counter",
        help: "Requests refused or failed, by the code of the error page: rate_limited and *_overloaded are back-pressure.",
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

/** Each bucket holds those before it, as Prometheus reads them. */
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
  interface FastifyReply {
    /** The code of the problem that is answered; null where all is well. */
    problemCode: string | null;
  }
}
