import { Server } from "node:net";
import type { FastifyInstance } from "fastify";

/** For how long connections that are kept alive may bring one more request, which is answered and told that it is the last. */
const LAST_REQUESTS_MILLISECONDS = 1_000;

/** Tells every client, from the moment on when the process is to stop, that the answer is the last on its connection. */
export function endConnections(server: FastifyInstance, stopping: AbortSignal): void {
  server.addHook("onSend", async (_request, reply, payload) => {
    if (stopping.aborted) reply.header("Connection", "close");
    return payload;
  });
}

/**
 * Stops a server and loses no request: it takes no new connections, answers what comes on the open ones for a moment, refuses what
 * comes after that, and resolves when the last answer is sent. A connection closed while its client sends would look to
 * the client like a request whose fate is unknown.
 */
export async function stopServer(server: FastifyInstance): Promise<void> {
  const { server: listener } = server;
  if (!listener.listening) {
    await server.close();
    return;
  }
  const ended = new Promise<void>((resolve) => {
    // That of TCP: the one of HTTP closes connections that are idle right now.
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
