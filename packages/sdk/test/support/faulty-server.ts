import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** The parts of a request that tests examine. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export type FaultyAnswer = (seen: SeenRequest, response: ServerResponse) => void;

/**
 * A server that answers the k-th request with the k-th answer, and all later ones with the last. It stops with the
 * test.
 */
export async function faultyServer(...answers: readonly FaultyAnswer[]): Promise<{ url: string; seen: SeenRequest[] }> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      const one = { method: request.method ?? "", url: request.url ?? "", headers: request.headers, body };
      const answer = answers[Math.min(seen.length, answers.length - 1)];
      seen.push(one);
      answer?.(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): FaultyAnswer =>
  (_seen, response) =>
    response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));

export const problem = (status: number, code: string, headers: Record<string, string> = {}): FaultyAnswer =>
  json(status, { type: "", title: code, status, detail: `It is ${code}.`, code, requestId: "req-1" }, headers);

/** Breaks the connection before the response. */
export const hangUp: FaultyAnswer = (_seen, response) => response.destroy();
/** Never responds. */
export const silence: FaultyAnswer = () => undefined;
/** Breaks the connection in the middle of the response body. */
export const breakOff: FaultyAnswer = (_seen, response) => {
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "100" });
  response.write('{"id":"in', () => response.destroy());
};
