import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Random } from "../../random.ts";

/** A webhook receiver that records notifications in order. Sometimes it fails. */
export interface Receiver {
  readonly url: string;
  /** The IDs of the notifications. */
  readonly told: readonly string[];
  /** From now on, accepts everything. */
  calm(): void;
  stop(): Promise<void>;
}

export async function startReceiver(random: Random): Promise<Receiver> {
  const told: string[] = [];
  let isCalm = false;
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      // Refused at once, so not delivered.
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
