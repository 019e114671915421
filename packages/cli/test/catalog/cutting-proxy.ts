import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";

/** Decides about a request that writes, before it is forwarded and after the server has answered. */
export interface Cut {
  before?(write: number): Promise<void> | void;
  /** True: the answer is not delivered, and the connection ends. */
  after?(write: number): Promise<boolean> | boolean;
}

export interface CuttingProxy {
  readonly url: string;
  writes(): number;
  close(): Promise<void>;
}

const WRITES = ["POST", "PATCH", "DELETE"];

/** A proxy before the server, in which a test can stop the nth write: R-CAT-4 promises that the next push finishes it. */
export async function cuttingProxy(target: string, { before, after }: Cut): Promise<CuttingProxy> {
  let writes = 0;
  const server = createServer((incoming, outgoing) => {
    const { method = "GET", url = "/", headers } = incoming;
    const write = WRITES.includes(method) ? (writes += 1) : 0;
    const forward = async () => {
      if (write > 0) await before?.(write);
      const deliver = async (answer: IncomingMessage, body: Buffer) => {
        if (write > 0 && (await after?.(write)) === true) incoming.socket.destroy();
        else outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(body);
      };
      const sent = request(new URL(url, target), { method, headers }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on("data", (piece: Buffer) => pieces.push(piece));
        answer.on("end", () => void deliver(answer, Buffer.concat(pieces)));
      });
      sent.on("error", () => incoming.socket.destroy());
      incoming.pipe(sent);
    };
    void forward();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    writes: () => writes,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
