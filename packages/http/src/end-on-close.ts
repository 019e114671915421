import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Ends connections that would keep the server from closing because they do not end by themselves. */
export function endOnClose(server: FastifyInstance): void {
  const closing = new AbortController();
  server.decorate("closing", closing.signal);
  // Clients and browsers open connections in advance. Node counts them as busy until their first request, for up to a
  // minute.
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
    /** Aborted when the server starts to close. Long-running work ends then. */
    readonly closing: AbortSignal;
  }
}
