import { createServer } from "node:net";
import { CommandError } from "../command.ts";
import { type Configuration, defaults } from "../configuration/configuration.ts";
import { START_WITH } from "../invocation.ts";
import { findStarted } from "../start/started-file.ts";

/** The URL for a browser. For all interfaces, it names this machine. */
export function addressOf(host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

type Place = Pick<Configuration, "host" | "port" | "dataFolder">;

/** Checks the port before anything starts, so that a long startup does not end with a port in use. */
export async function refuseTakenPort({ host, port, dataFolder }: Place): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once("error", reject);
      probe.listen({ host, port }, resolve);
    });
  } catch (error) {
    const own = await findStarted(dataFolder);
    const isOurs = own !== undefined && URL.parse(own.url)?.port === String(port);
    const user = isOurs
      ? `Counterfoil, which already runs on ${dataFolder} at ${own.url} (process ${own.pid})`
      : undefined;
    const refusal = listenRefusal(error, { host, port, user });
    throw refusal instanceof CommandError ? withStarted(refusal) : refusal;
  } finally {
    await new Promise((resolve) => probe.close(resolve));
  }
}

function withStarted({ message, exitCode, cause }: CommandError): CommandError {
  return new CommandError(`${message}\nNothing was started.`, exitCode, { cause });
}

interface Listening {
  readonly host: string;
  readonly port: number;
  /** What uses the port, if it is known. */
  readonly user?: string | undefined;
  /** The setting of another port: that of the API by default. */
  readonly setting?: string;
}

/** Explains why the process cannot listen on the address, and what to do. */
export function listenRefusal(error: unknown, { host, port, user = "another program", setting }: Listening): unknown {
  const { code } = error as { code?: string };
  const other = setting ?? "--port N or COUNTERFOIL_PORT=N (0 takes any free one)";
  if (code === "EADDRINUSE") {
    const free = port === defaults.port ? defaults.port + 1 : defaults.port;
    const example = setting === undefined ? `: ${START_WITH} --port ${free}` : ".";
    return new CommandError(
      `Port ${port} on ${host} is used by ${user}. Stop it, or choose another port with ${other}${example}`,
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
