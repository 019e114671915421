import { createServer } from "node:net";

/** A TCP port on 127.0.0.1 on which no process currently listens. */
export async function freePort(): Promise<number> {
  return await listenOnce(0);
}

/** True if no process listens on this port of 127.0.0.1. */
export async function isPortFree(port: number): Promise<boolean> {
  try {
    await listenOnce(port);
    return true;
  } catch {
    return false;
  }
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host: "127.0.0.1" }, () => {
      const address = server.address();
      const chosen = typeof address === "object" && address !== null ? address.port : port;
      server.close(() => resolve(chosen));
    });
  });
}
