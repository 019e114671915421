import { createServer } from "node:net";
import { CommandError } from "../command.ts";
import { defaults } from "../configuration/configuration.ts";
import { START_WITH } from "../invocation.ts";

/** The URL for a browser. For all interfaces, it names this machine. */
export function addressOf(host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

/** Checks the port first, so that a long startup does not end with a port in use. */
export async function refuseTakenPort(host: string, port: number): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once("error", reject);
      probe.listen({ host, port }, resolve);
    });
  } catch (error) {
    throw listenRefusal(error, host, port);
  } finally {
    await new Promise((resolve) => probe.close(resolve));
  }
}

/** Explains why the process cannot listen on the address, and what to do. */
export function listenRefusal(error: unknown, host: string, port: number): unknown {
  const { code } = error as { code?: string };
  const other = `--port N or COUNTERFOIL_PORT=N (0 takes any free one)`;
  if (code === "EADDRINUSE") {
    const example = port === defaults.port ? defaults.port + 1 : defaults.port;
    return new CommandError(
      `Port ${port} on ${host} is used by another program. Stop that program, or choose another port with ${other}: ` +
        `${START_WITH} --port ${example}`,
      1,
      { cause: error },
    );
  }
  if (code === "EACCES") {
    return new CommandError(
      `This user may not listen on port ${port}. Choose a port of 1024 or higher with ${other}.`,
      1,
      {
        cause: error,
      },
    );
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new CommandError(
      `${host} is not an address of this machine. Choose one with --host H or COUNTERFOIL_HOST.`,
      1,
      {
        cause: error,
      },
    );
  }
  return error;
}
