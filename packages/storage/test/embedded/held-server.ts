import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import pg from "pg";

/** A process that holds a server, and what it reported. */
export interface HeldServer {
  readonly holder: ChildProcess;
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dataFolder: string;
  readonly progress: readonly string[];
  readonly refused?: string;
}

/** Starts a process that starts the server of this folder, optionally as another user. */
export async function holdServer(folder: string, user: { uid?: number; gid?: number } = {}): Promise<HeldServer> {
  const script = fileURLToPath(new URL("hold-server.ts", import.meta.url));
  const holder = spawn(process.execPath, [script, folder], { stdio: ["ignore", "pipe", "inherit"], ...user });
  const ended = once(holder, "exit").then(() => undefined);
  for await (const line of createInterface({ input: holder.stdout })) {
    return { holder, ...(JSON.parse(line) as Omit<HeldServer, "holder">) };
  }
  await ended;
  throw new Error(`the process that should hold a server ended with ${holder.exitCode} and said nothing`);
}

/** Sends the signal to the holding process and waits until it has ended. */
export async function endHolder(server: HeldServer, signal: NodeJS.Signals): Promise<void> {
  if (server.holder.exitCode !== null || server.holder.signalCode !== null) return;
  const gone = once(server.holder, "exit");
  server.holder.kill(signal);
  await gone;
}

/** Runs statements on the server and returns the first row of the last one. */
export async function ask(url: string, ...statements: string[]): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    let row: Record<string, unknown> | undefined;
    for (const statement of statements) row = (await client.query<Record<string, unknown>>(statement)).rows[0];
    return row;
  } finally {
    await client.end();
  }
}
