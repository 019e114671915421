import { createServer } from "node:net";
import { CommandError } from "../command.ts";
import { defaults } from "../configuration/configuration.ts";

/** The address as a browser takes it; all interfaces are reached as this machine. */
export function addressOf(host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

/** Tries the port before anything else is started: what takes long is not to end in a taken port. */
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

/** Why the address cannot be listened on, and what to do about it. */
export function listenRefusal(error: unknown, host: string, port: number): unknown {
  const { code } = error as { code?: string };
  const other = `--port N or COUNTERFOIL_PORT=N (0 takes any free one)`;
  if (code === "EADDRINUSE") {
    const example = port === defaults.port ? defaults.port + 1 : defaults.port;
    return new CommandError(
      `Port ${port} on ${host} is taken by another program. Stop that one, or choose another port with ${other}: ` +
        `npm start -- --port ${example}`,
      1,
      { cause: error },
    );
  }
  if (code === "EACCES") {
    return new CommandError(`This user may not listen on port ${port}. Choose one from 1024 on with ${other}.`, 1, {
      cause: error,
    });
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new CommandError(`${host} is no address of this machine. Choose one with --host H or COUNTERFOIL_HOST.`, 1, {
      cause: error,
    });
  }
  return error;
}
