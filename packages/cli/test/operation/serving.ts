import { createTestDatabase } from "@counterfoil/testkit/postgres";
import { type Api, createApi } from "@counterfoil/testkit/scenario";
import { finished, type RunningCommand, runCommand } from "../running-command.ts";

/** A `serve` process with its own database. */
export interface Serving extends RunningCommand {
  readonly url: string;
  readonly api: Api;
  readonly ownerUrl: string;
  /** The lines of its log so far. */
  lines(): Record<string, unknown>[];
  /** Ends the process, if it still runs, and drops its database. */
  remove(): Promise<void>;
}

export async function startServing(environment: Record<string, string> = {}): Promise<Serving> {
  const database = await createTestDatabase();
  const settings = { DATABASE_URL: database.ownerUrl, COUNTERFOIL_SECRET: "s".repeat(32), ...environment };
  const made = await finished(["org", "create", "--name", "Shop", "--json"], settings);
  const { apiKey } = JSON.parse(made.output.trim().split("\n").at(-1) ?? "") as { apiKey: string };
  const command = runCommand(["serve", "--port", "0"], settings);
  const url = await said(command, /Counterfoil is listening at (\S+)/);
  return {
    ...command,
    url,
    api: createApi(url, apiKey),
    ownerUrl: database.ownerUrl,
    lines: () =>
      command
        .output()
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    async remove() {
      command.process.kill("SIGKILL");
      await command.ended;
      await database.drop();
    },
  };
}

/** Waits until the command has printed a match of the pattern, and returns it. */
export async function said(command: RunningCommand, pattern: RegExp): Promise<string> {
  for (;;) {
    const found = pattern.exec(command.output())?.[1];
    if (found !== undefined) return found;
    if (command.process.exitCode !== null) throw new Error(`The command ended:\n${command.output()}`);
    await new Promise((resolve) => command.process.stdout?.once("data", resolve));
  }
}
