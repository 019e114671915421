import { Server } from "node:net";
import type { FastifyInstance } from "fastify";

/** How long kept-alive connections may send one more request. Its response closes the connection. */
const LAST_REQUESTS_MILLISECONDS = 1_000;

/** Once the process is asked to stop, closes each connection after its next response. */
export function endConnections(server: FastifyInstance, stopping: AbortSignal): void {
  server.addHook("onSend", (_request, reply, payload, done) => {
    if (stopping.aborted) reply.header("Connection", "close");
    done(null, payload);
  });
}

/**
 * Stops a server without losing a request: it accepts no new connections, answers requests on open connections for a
 * moment, refuses later ones, and resolves after the last response. A client whose connection closes while it sends
 * would not know what happened to its request.
 */
export async function stopServer(server: FastifyInstance): Promise<void> {
  const { server: listener } = server;
  if (!listener.listening) {
    await server.close();
    return;
  }
  const ended = new Promise<void>((resolve) => {
    // The `close` of TCP: the one of HTTP would close idle connections immediately.
    Server.prototype.close.call(listener, () => resolve());
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LAST_REQUESTS_MILLISECONDS);
  });
  await Promise.race([ended, late]);
  clearTimeout(timer);
  await server.close();
  await ended;
}
