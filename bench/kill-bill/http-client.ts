import { Agent, request } from "node:http";

export interface HttpAnswer {
  readonly status: number;
  readonly location: string;
  readonly body: string;
}

/** The same client for each compared system: connections stay open, and each has one request at a time. */
export interface HttpClient {
  /** @throws if the status is 400 or higher */
  send(method: "GET" | "POST" | "PATCH", path: string, body?: string, contentType?: string): Promise<HttpAnswer>;
  close(): void;
}

export function openHttpClient(base: string, headers: Readonly<Record<string, string>>): HttpClient {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(base);
  return {
    send(method, path, body, contentType = "application/json") {
      const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
      const about =
        body === undefined ? {} : { "Content-Type": contentType, "Content-Length": String(Buffer.byteLength(body)) };
      const sent = request({ agent, hostname, port, path, method, headers: { ...headers, ...about } }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const answer = Buffer.concat(chunks).toString("utf8");
          const status = response.statusCode ?? 0;
          if (status >= 400) reject(new Error(`${method} ${path} answered ${status}: ${answer.slice(0, 500)}`));
          else resolve({ status, location: response.headers.location ?? "", body: answer });
        });
      });
      sent.on("error", reject);
      sent.end(body);
      return promise;
    },
    close: () => agent.destroy(),
  };
}
