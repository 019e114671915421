import { runShipped } from "./supervised.ts";

/** Migrates and creates the organization. Returns its key. */
export async function prepareShipped(environment: Readonly<Record<string, string>>): Promise<string> {
  await succeed(["migrate"], environment);
  const made = await succeed(["org", "create", "--name", "Shipped", "--sandbox", "--json"], environment);
  return (JSON.parse(made.trim().split("\n").at(-1) ?? "") as { apiKey: string }).apiKey;
}

async function succeed(words: readonly string[], environment: Readonly<Record<string, string>>): Promise<string> {
  const { code, output } = await runShipped({ words, environment });
  if (code !== 0) throw new Error(`counterfoil ${words.join(" ")} ended with ${code}: ${output}`);
  return output;
}
