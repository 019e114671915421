import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as send,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Exchange } from "./exchange.ts";
import { createJudge } from "./judge.ts";

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
/** A stream without an end cannot be judged whole. */
const STREAM = "text/event-stream";

/** Stands before a server and holds all that goes by against the document that the server shows of itself. */
export async function openJudgingProxy(upstream: string): Promise<JudgingProxy> {
  const { operations, judge } = await createJudge((await (await fetch(`${upstream}/openapi.json`)).json()) as object);
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
    judgement.violations.push(...verdict.inResponse.map((message) => `${name}: ${message}`));
    if (verdict.inRequest.length === 0) return;
    if (answer.status >= SUCCESS) judgement.refused += 1;
    else judgement.violations.push(...verdict.inRequest.map((message) => `${name}, taken: ${message}`));
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const bytes = await buffer(incoming);
    const answer = await forward(upstream, incoming, bytes);
    outgoing.writeHead(answer.statusCode ?? 0, answer.rawHeaders);
    const headers = flat(answer.headers);
    if (headers["content-type"]?.startsWith(STREAM) === true) {
      answer.pipe(outgoing);
      return;
    }
    const answered = await buffer(answer);
    const { method = "", url: target = "" } = incoming;
    // Judged before it is answered, so that whoever has the answer finds it in the judgement.
    await weigh({
      request: { method, target, headers: flat(incoming.headers), bytes },
      answer: { status: answer.statusCode ?? 0, headers, bytes: answered },
    });
    outgoing.end(answered);
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch((error: unknown) => {
      judgement.violations.push(`${incoming.method} ${incoming.url}: ${String(error)}`);
      outgoing.destroy();
    });
  });
  // A connection that is closed after seconds without a request is lost to a client that sends one just then.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    judgement,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** To the letter: the headers as they came, the address of this proxy too, for the server compares it with where pages are from. */
function forward(upstream: string, { method, url, headers }: IncomingMessage, bytes: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { "transfer-encoding": _, ...rest } = headers;
    const length = bytes.length === 0 ? {} : { "content-length": String(bytes.length) };
    const sent = send(new URL(upstream), { method, path: url, headers: { ...rest, ...length } }, resolve);
    sent.once("error", reject);
    sent.end(bytes);
  });
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
