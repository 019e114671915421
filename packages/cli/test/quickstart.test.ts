import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningStart, startOn, temporaryFolder } from "./running-command.ts";

const document = join(import.meta.dirname, "../../../docs/quickstart.md");

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let running: RunningStart;
beforeAll(async () => {
  folder = await temporaryFolder();
  running = await startOn(join(folder.path, ".counterfoil"));
});
afterAll(async () => {
  await running.stop();
  await folder.remove();
});

/** The shell blocks that a reader pastes. */
async function shellBlocks(): Promise<string[]> {
  const text = await readFile(document, "utf8");
  return [...text.matchAll(/^```sh(?: runnable)?\n([^]*?)^```$/gm)].map((match) => match[1] ?? "");
}

/** Runs a script in the folder where a reader would paste it, and returns its output. */
function paste(script: string): Promise<{ code: number | null; output: string }> {
  const path = [dirname(process.execPath), process.env["PATH"]].join(":");
  const shell = spawn("bash", ["--norc", "-euo", "pipefail", "-c", script], {
    cwd: folder.path,
    env: { PATH: path },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  shell.stdout.on("data", (chunk) => (output += chunk));
  shell.stderr.on("data", (chunk) => (output += chunk));
  return new Promise((resolve) => shell.once("close", (code) => resolve({ code, output })));
}

test("the commands of the quickstart lead from an empty organization to the PDF of an invoice", async () => {
  const blocks = await shellBlocks();
  expect(blocks.length).toBeGreaterThan(8);
  const { code, output } = await paste(blocks.join("\n"));
  expect(output).toMatch(/^active\n/);
  expect(output).toMatch(/"ingested":\["gateway-0105","gateway-0112","gateway-0119"\]/);
  expect(output).toMatch(/"duplicates":\["gateway-0119"\]/);
  // 10,000 × 0 + 2,500 × 0.002 = 5.00; 5 × 12.00 = 60.00
  expect(output).toMatch(/API calls {2}12500 {2}5\.00\n/);
  expect(output).toMatch(/Seats {2}5 {2}60\.00\n/);
  expect(output).toMatch(/\n65\.00\n/);
  expect(code).toBe(0);
  const pdf = await readFile(join(folder.path, "invoice.pdf"));
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
});
