import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A server that passes requests on to another one, or breaks them. It stops with the test. */
export interface FlakyProxy {
  readonly url: string;
  /** The paths of the requests that arrived, also of those that broke. */
  readonly seen: string[];
  /** Which requests never arrive: none in the beginning. */
  breaks: (path: string) => boolean;
  /** Which requests are processed, and their responses lost. */
  losesAnswer: (path: string) => boolean;
}

export async function flakyProxy(target: string): Promise<FlakyProxy> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    seen.push(path);
    if (proxy.breaks(path)) {
      response.destroy();
      return;
    }
    const { method, headers } = request;
    const onward = forward(new URL(path, target), { method, headers }, (answer) => {
      if (proxy.losesAnswer(path)) {
        answer.resume().on("end", () => response.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const proxy: FlakyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    breaks: () => false,
    losesAnswer: () => false,
  };
  return proxy;
}
