import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Ends what would keep a server from closing because it has no end of its own. */
export function endOnClose(server: FastifyInstance): void {
  const closing = new AbortController();
  server.decorate("closing", closing.signal);
  // Clients and browsers open connections ahead. Node counts them as busy until their first request, for a minute.
  const unused = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.server.on("request", ({ socket }) => unused.delete(socket));
  server.addHook("preClose", async () => {
    closing.abort();
    for (const socket of unused) socket.destroy();
  });
}

declare module "fastify" {
  interface FastifyInstance {
    /** Aborted when the server begins to close: what goes on for long ends then. */
    readonly closing: AbortSignal;
  }
}
