import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface Forwarder {
  readonly url: string;
  close(): Promise<void>;
}

/** Forwards requests as they are, with an API key: the conformance program cannot send one itself. */
export async function forwardWithKey(target: string, key: string): Promise<Forwarder> {
  const server = createServer((from, to) => {
    const headers = { ...from.headers, authorization: `Bearer ${key}` };
    const forwarded = request(new URL(from.url ?? "/", target), { method: from.method ?? "GET", headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(to);
    });
    forwarded.on("error", () => to.destroy());
    from.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
