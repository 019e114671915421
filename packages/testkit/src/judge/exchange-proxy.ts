import { brotliDecompressSync, gunzipSync } from "node:zlib";
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

/** An observer of the traffic. */
export interface Onlooker {
  /** Called before the response is passed on, so that a client with the response can rely on it being seen. */
  see(exchange: Exchange): Promise<void>;
  /** Called when an endless stream has closed, with its first bytes. */
  seeStream?(exchange: Exchange): void;
  /** Called when an exchange fails. */
  fail(incoming: IncomingMessage, error: unknown): void;
}

const STREAM = "text/event-stream";
const STREAM_BYTES_SHOWN = 4_096;

/** Opens a proxy in front of a server, and shows an observer every request with its response, unchanged. */
export async function openExchangeProxy(upstream: string, onlooker: Onlooker): Promise<ExchangeProxy> {
  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const bytes = await buffer(incoming);
    const answer = await forward(upstream, incoming, bytes);
    outgoing.writeHead(answer.statusCode ?? 0, answer.rawHeaders);
    const headers = flat(answer.headers);
    const { method = "", url: target = "" } = incoming;
    const exchange = (answered: Buffer): Exchange => ({
      request: { method, target, headers: flat(incoming.headers), bytes },
      answer: { status: answer.statusCode ?? 0, headers, bytes: decompressed(answered, headers["content-encoding"]) },
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
  // If the proxy closed idle connections after seconds, a client that sends at that moment would fail.
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

/**
 * Forwards the request unchanged, including the proxy's own address: the server compares it with the origin of pages.
 */
function forward(upstream: string, { method, url, headers }: IncomingMessage, bytes: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { "transfer-encoding": _, ...rest } = headers;
    const length = bytes.length === 0 ? {} : { "content-length": String(bytes.length) };
    const sent = send(new URL(upstream), { method, path: url, headers: { ...rest, ...length } }, resolve);
    sent.once("error", reject);
    sent.end(bytes);
  });
}

/** The bytes before compression, which observers read. The client gets them as they were sent. */
function decompressed(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === "br") return brotliDecompressSync(bytes);
  return encoding === "gzip" ? gunzipSync(bytes) : bytes;
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
