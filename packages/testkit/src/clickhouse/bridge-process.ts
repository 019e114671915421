import { createServer, type IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { createStatementRunner, type EngineSession } from "./statement-runner.ts";

/**
 * A process with ClickHouse's engine that answers ClickHouse's HTTP interface. Arguments: the folder of the engine's
 * packages, the folder of its data, and the port, 0 for any. Prints the port when it listens.
 */
const [engineFolder = "", dataFolder = "", port = "0"] = process.argv.slice(2);
const { Session } = createRequire(`${engineFolder}/package.json`)("chdb") as {
  Session: new (path: string) => EngineSession;
};
const run = createStatementRunner(new Session(dataFolder), dataFolder);

const server = createServer((request, response) => {
  void answer(request).then(({ status, headers, body }) => response.writeHead(status, headers).end(body));
});

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array;
}

async function answer(request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? "/", "http://localhost");
  if (url.pathname === "/ping") return { status: 200, headers: {}, body: "Ok.\n" };
  try {
    const body = await run(url.searchParams, await bytesOf(request));
    return { status: 200, headers: { "X-ClickHouse-Query-Id": url.searchParams.get("query_id") ?? "" }, body };
  } catch (error) {
    const text = error instanceof Error ? error.message.replace(/^Query failed: /, "") : String(error);
    const code = /^Code: (\d+)/.exec(text)?.[1] ?? "1";
    // As the server does it: 404 for an unknown table or database, 500 for nearly all others.
    return {
      status: code === "60" || code === "81" ? 404 : 500,
      headers: { "X-ClickHouse-Exception-Code": code },
      body: `${text}\n`,
    };
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

server.keepAliveTimeout = 60_000;
server.listen(Number(port), "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
// The parent holds the other end: this process never outlives it.
process.stdin.on("end", () => process.exit(0)).resume();
