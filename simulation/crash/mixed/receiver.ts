import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Random } from "../../random.ts";

/** Somebody who is told, and writes down what, in the order in which it came. Now and then it does not answer well. */
export interface Receiver {
  readonly url: string;
  /** The ids of the notifications. */
  readonly told: readonly string[];
  /** From now on everything is taken. */
  calm(): void;
  stop(): Promise<void>;
}

export async function startReceiver(random: Random): Promise<Receiver> {
  const told: string[] = [];
  let isCalm = false;
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      // Refused at once: then it was not told.
      if (!isCalm && random.chance(0.03)) return void response.writeHead(500).end();
      told.push(String(request.headers["webhook-id"]));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    told,
    calm() {
      isCalm = true;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
