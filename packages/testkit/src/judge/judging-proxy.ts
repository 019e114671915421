import type { Exchange } from "./exchange.ts";
import { openExchangeProxy } from "./exchange-proxy.ts";
import { createJudge } from "./judge.ts";
import { type AnsweringDocument, unlistedIn } from "./unlisted.ts";

/** What a judge saw of the traffic. */
export interface Judgement {
  /** The number of requests with a known operation. */
  judged: number;
  /** Their operations. */
  readonly operations: Set<string>;
  /** Requests that violate the document and were rejected: tests send them on purpose. */
  refused: number;
  /** Requests of no known operation that were rejected or belong to `UNDOCUMENTED`. */
  outside: number;
  /** Violations of the document, each with the request. */
  readonly violations: string[];
}

export interface JudgingProxy {
  readonly url: string;
  readonly judgement: Judgement;
  close(): Promise<void>;
}

/** Paths for people and machines that do not belong to the API. */
const UNDOCUMENTED = ["/openapi.json", "/docs", "/health"];
const SUCCESS = 400;

/** Opens a proxy in front of a server, and checks all traffic against the server's own document. */
export async function openJudgingProxy(upstream: string): Promise<JudgingProxy> {
  const document = (await (await fetch(`${upstream}/openapi.json`)).json()) as AnsweringDocument;
  const { operations, judge } = await createJudge(document);
  if (operations.length === 0) throw new Error("The document has no operations");
  const judgement: Judgement = { judged: 0, operations: new Set(), refused: 0, outside: 0, violations: [] };

  async function weigh(exchange: Exchange): Promise<void> {
    const { request, answer } = exchange;
    const name = `${request.method} ${request.target.slice(0, 200)} → ${answer.status}`;
    // HEAD responds like GET, but without a body.
    if (request.method === "HEAD") return;
    const verdict = await judge(exchange);
    if (verdict.kind === "unknown") {
      judgement.outside += 1;
      const isKnown = UNDOCUMENTED.some((path) => request.target.startsWith(path));
      if (answer.status < SUCCESS && !isKnown) judgement.violations.push(`${name}: the document has no such operation`);
      return;
    }
    judgement.judged += 1;
    judgement.operations.add(verdict.operation);
    const unlisted = unlistedIn(document, verdict.operation, exchange);
    judgement.violations.push(...[...verdict.inResponse, ...unlisted].map((message) => `${name}: ${message}`));
    if (verdict.inRequest.length === 0) return;
    if (answer.status >= SUCCESS) judgement.refused += 1;
    else judgement.violations.push(...verdict.inRequest.map((message) => `${name}, accepted: ${message}`));
  }

  // An endless stream is never complete, so streams are not judged.
  const proxy = await openExchangeProxy(upstream, {
    see: weigh,
    fail: ({ method, url }, error) => judgement.violations.push(`${method} ${url}: ${String(error)}`),
  });
  return { url: proxy.url, judgement, close: () => proxy.close() };
}
