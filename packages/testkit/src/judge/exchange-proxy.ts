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

export interface ExchangeProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Who looks at what goes by. */
export interface Onlooker {
  /** Called before the answer is passed on, so that whoever has the answer finds that it was seen. */
  see(exchange: Exchange): Promise<void>;
  /** A stream without an end: its first bytes, when it has ended. */
  seeStream?(exchange: Exchange): void;
  /** The exchange broke off. */
  fail(incoming: IncomingMessage, error: unknown): void;
}

const STREAM = "text/event-stream";
const STREAM_BYTES_SHOWN = 4_096;

/** Stands before a server and shows an onlooker every request with its answer, to the letter. */
export async function openExchangeProxy(upstream: string, onlooker: Onlooker): Promise<ExchangeProxy> {
  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const bytes = await buffer(incoming);
    const answer = await forward(upstream, incoming, bytes);
    outgoing.writeHead(answer.statusCode ?? 0, answer.rawHeaders);
    const headers = flat(answer.headers);
    const { method = "", url: target = "" } = incoming;
    const exchange = (answered: Buffer): Exchange => ({
      request: { method, target, headers: flat(incoming.headers), bytes },
      answer: { status: answer.statusCode ?? 0, headers, bytes: answered },
    });
    if (headers["content-type"]?.startsWith(STREAM) === true) {
      const shown: Buffer[] = [];
      let length = 0;
      answer.on("data", (chunk: Buffer) => {
        if (length < STREAM_BYTES_SHOWN) shown.push(chunk);
        length += chunk.length;
      });
      answer.once("close", () => onlooker.seeStream?.(exchange(Buffer.concat(shown))));
      answer.pipe(outgoing);
      return;
    }
    const answered = await buffer(answer);
    await onlooker.see(exchange(answered));
    outgoing.end(answered);
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch((error: unknown) => {
      onlooker.fail(incoming, error);
      outgoing.destroy();
    });
  });
  // A connection that is closed after seconds without a request is lost to a client that sends one just then.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
