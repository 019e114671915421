import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

const IDLE_MILLISECONDS = 100;

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
  let idle: NodeJS.Timeout | undefined;
  server.addHook("preClose", async () => {
    closing.abort();
    for (const socket of unused) socket.destroy();
    // Node closes those that are idle now. Others become idle with their next response, and would be kept for a minute.
    idle = setInterval(() => server.server.closeIdleConnections(), IDLE_MILLISECONDS);
  });
  server.addHook("onClose", async () => clearInterval(idle));
}

declare module "fastify" {
  interface FastifyInstance {
    /** Aborted when the server starts to close. Long-running work ends then. */
    readonly closing: AbortSignal;
  }
}
