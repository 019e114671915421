import { createServer, request as send, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What happens to the next statement that the way's pattern matches. */
export type Fault =
  /** The statement does not arrive. */
  | "lost"
  /** The statement takes effect, and its answer is lost. */
  | "unanswered"
  /** The server refuses: its disk is full. */
  | "full"
  /** The server takes longer than any caller waits. */
  | "hangs"
  /** The answer ends in its middle. */
  | "cut";

/** A way to a ClickHouse that loses, refuses or delays chosen statements. */
export interface FaultyWay {
  readonly url: string;
  /** The next `times` statements that match have the fault. */
  fail(fault: Fault, statement: RegExp, times?: number): void;
  /** Changes the answers of matching statements; null ends it. */
  replace(statement: RegExp, answer: ((text: string) => string) | null): void;
  /** How many statements matched a fault so far. */
  readonly failed: number;
  stop(): Promise<void>;
}

const FULL =
  "Code: 243. DB::Exception: Cannot reserve 1.00 MiB, not enough space. (NOT_ENOUGH_SPACE) (version 26.7.2.1)\n";

export async function startFaultyWay(target: string): Promise<FaultyWay> {
  let planned: { fault: Fault; statement: RegExp; times: number } | null = null;
  let replaced: { statement: RegExp; answer: (text: string) => string } | null = null;
  let failed = 0;

  const server = createServer((request, response) => {
    void pass(request, response).catch(() => response.destroy());
  });

  // As ClickHouse, it does not close a connection that a client is about to use again.
  server.keepAliveTimeout = 60_000;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request);
    const query = new URL(request.url ?? "/", target).searchParams.get("query") ?? "";
    const text = query === "" ? body.toString() : query;
    let fault: Fault | null = null;
    if (planned?.statement.test(text) === true) {
      fault = planned.fault;
      failed += 1;
      planned = planned.times > 1 ? { ...planned, times: planned.times - 1 } : null;
    }
    if (fault === "lost") return void request.socket.destroy();
    if (fault === "hangs") return;
    if (fault === "full") {
      response.writeHead(500, { "X-ClickHouse-Exception-Code": "243" }).end(FULL);
      return;
    }
    const answer = await forward(target, request, body);
    if (fault === "unanswered") return void request.socket.destroy();
    if (fault === "cut") {
      response.writeHead(answer.status, { ...answer.headers, "content-length": String(answer.body.length) });
      response.write(answer.body.subarray(0, answer.body.length >> 1), () => request.socket.destroy());
      return;
    }
    const shown = replaced?.statement.test(text) === true ? replaced.answer(answer.body.toString()) : answer.body;
    response.writeHead(answer.status, answer.headers).end(shown);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail(fault, statement, times = 1) {
      planned = { fault, statement, times };
    },
    replace(statement, answer) {
      replaced = answer === null ? null : { statement, answer };
    },
    get failed() {
      return failed;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Forwarded {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

function forward(target: string, request: IncomingMessage, body: Buffer): Promise<Forwarded> {
  return new Promise((resolve, reject) => {
    const headers = { ...request.headers, host: new URL(target).host, "content-length": String(body.length) };
    delete (headers as Record<string, unknown>)["transfer-encoding"];
    const sent = send(new URL(request.url ?? "/", target), { method: request.method ?? "GET", headers }, (answer) => {
      void read(answer).then((bytes) => {
        const code = answer.headers["x-clickhouse-exception-code"];
        resolve({
          status: answer.statusCode ?? 500,
          headers: code === undefined ? {} : { "X-ClickHouse-Exception-Code": String(code) },
          body: bytes,
        });
      }, reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

async function read(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
