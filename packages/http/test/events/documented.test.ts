import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environment } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

const document = join(import.meta.dirname, "../../../../docs/events.md");

/** Runs a block as it stands in the document; fails with what it printed when a command does. */
function paste(script: string, folder: string, words: Record<string, string>): Promise<string> {
  // Without a shell's pipefail nobody hears of a curl in the middle; `--fail` makes an answer that is an error one of curl's.
  const curl = 'curl() { command curl --silent --show-error --fail-with-body "$@"; echo; }\n';
  const shell = spawn("bash", ["--norc", "-euo", "pipefail", "-c", curl + script], {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...words },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  shell.stdout.on("data", (chunk) => (output += chunk));
  shell.stderr.on("data", (chunk) => (output += chunk));
  return new Promise((resolve, reject) =>
    shell.once("close", (code) => (code === 0 ? resolve(output) : reject(new Error(`${script}\n${output}`)))),
  );
}

test("the commands of docs/events.md work as they are written", async () => {
  const platform = await environment();
  const { api } = await platform.createOrganization();
  await api.post("/accounts", { name: "Acme", aliases: ["acme"] });
  await api.post("/metrics", { name: "Calls", eventName: "api.requests", aggregation: { method: "count" } });
  const text = await readFile(document, "utf8");
  const blocks = [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map((match) => match[1] ?? "");
  expect(blocks.length).toBeGreaterThan(5);
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-events-"));
  const lines = Array.from({ length: 50 }, (_, n) =>
    JSON.stringify({
      uniqueId: `line-${n}`,
      account: n < 40 ? "acme" : "new",
      eventName: "api.requests",
      timestamp: "2026-01-05T09:00:00Z",
    }),
  );
  await writeFile(join(folder, "events.ndjson"), lines.join("\n"));
  const outputs: string[] = [];
  for (const block of blocks) {
    // The stream that does not end is what the tests of the tail listen to.
    if (!block.includes("/events/tail"))
      outputs.push(await paste(block, folder, { URL: platform.url, KEY: api.token }));
  }
  await rm(folder, { recursive: true });
  const printed = outputs.join("\n");
  expect(printed).toContain('{"ingested":["a-1","a-2"]');
  expect(printed).toContain('{"ingested":50,"failed":0,"duplicates":0,"errors":0}');
  expect(printed).toContain('"ingested":["https://gateway.example/eu 17"]');
  expect(printed).toContain('"ingested":["https://gateway.example/eu 18"]');
  // The same lines, packed.
  expect(printed).toContain('{"ingested":0,"failed":0,"duplicates":50,"errors":0}');
  expect(printed).toContain('"nextCursor":null');
  expect(printed).toMatch(/"uniqueId":"a-1".*"properties":\{"calls":3\}/);
  expect(printed).toMatch(/"reason":"unknown_account","name":"new","count":10/);
});
