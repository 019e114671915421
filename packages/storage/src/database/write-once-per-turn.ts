import type pg from "pg";

/** The part of a socket, encrypted or not, that collects what is written. */
interface Corked {
  cork(): void;
  uncork(): void;
}

/**
 * Sends the statements of one turn of the event loop on a connection with one system call, which costs about as much as the rest of
 * sending a statement. The driver sends each separately.
 */
export function writeOncePerTurn(client: pg.PoolClient | pg.Client): void {
  const { stream } = (client as unknown as { connection: { stream: Corked } }).connection;
  const uncork = stream.uncork.bind(stream);
  let isCollecting = false;
  // The driver corks its socket for each statement. The first of a turn stays corked until the turn is over.
  stream.uncork = () => {
    if (isCollecting) {
      uncork();
      return;
    }
    isCollecting = true;
    process.nextTick(() => {
      isCollecting = false;
      uncork();
    });
  };
}
