import type { Exchange } from "./exchange.ts";
import { openExchangeProxy } from "./exchange-proxy.ts";
import { createJudge } from "./judge.ts";
import { type AnsweringDocument, unlistedIn } from "./unlisted.ts";

/** What a judge saw of the traffic. */
export interface Judgement {
  /** How many requests it knew the operation of. */
  judged: number;
  /** Which operations they were. */
  readonly operations: Set<string>;
  /** Requests that break the document and were refused: sent wrong on purpose. */
  refused: number;
  /** Of no operation in the document, and refused or one of `UNDOCUMENTED`. */
  outside: number;
  /** Each by the request: what the document does not allow and happened. */
  readonly violations: string[];
}

export interface JudgingProxy {
  readonly url: string;
  readonly judgement: Judgement;
  close(): Promise<void>;
}

/** What people and machines read that is no part of the interface. */
const UNDOCUMENTED = ["/openapi.json", "/docs", "/health"];
const SUCCESS = 400;

/** Stands before a server and holds all that goes by against the document that the server shows of itself. */
export async function openJudgingProxy(upstream: string): Promise<JudgingProxy> {
  const document = (await (await fetch(`${upstream}/openapi.json`)).json()) as AnsweringDocument;
  const { operations, judge } = await createJudge(document);
  if (operations.length === 0) throw new Error("The document has no operations");
  const judgement: Judgement = { judged: 0, operations: new Set(), refused: 0, outside: 0, violations: [] };

  async function weigh(exchange: Exchange): Promise<void> {
    const { request, answer } = exchange;
    const name = `${request.method} ${request.target.slice(0, 200)} → ${answer.status}`;
    // HEAD answers as GET does, without a body.
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
    else judgement.violations.push(...verdict.inRequest.map((message) => `${name}, taken: ${message}`));
  }

  // A stream without an end cannot be judged whole: none is looked at.
  const proxy = await openExchangeProxy(upstream, {
    see: weigh,
    fail: ({ method, url }, error) => judgement.violations.push(`${method} ${url}: ${String(error)}`),
  });
  return { url: proxy.url, judgement, close: () => proxy.close() };
}
