/**
 * Single reads: GET /accounts/{id} over 500 accounts, by wrk. Target: at least 5,000/s on two cores. Needs wrk (Debian:
 * apt-get install wrk). `npm run bench -- reads [rounds] [seconds per round]`
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requirePrograms } from "./platform/cannot-run.ts";
import { accountAliases } from "./platform/event-load.ts";
import { createAccounts } from "./platform/create-accounts.ts";
import { recordFigures } from "./platform/figures.ts";
import { median } from "./platform/median.ts";
import { startPlatform } from "./platform/start-platform.ts";

const [rounds = 5, seconds = 4] = process.argv.slice(2).map(Number);
const connections = [1, 8, 32];
requirePrograms("wrk");

const platform = await startPlatform();
const ids = [...(await createAccounts(platform, accountAliases)).values()];
const folder = await mkdtemp(join(tmpdir(), "counterfoil-reads-"));
const script = join(folder, "reads.lua");
await writeFile(script, luaScript());

console.log(`PostgreSQL ${platform.version}; server, wrk and database on the same cores`);
console.log(`load: GET /accounts/{id} over ${ids.length} accounts in a full cycle of step 37, a key each time\n`);
console.log("connections   requests/s   median ms   p99 ms");
for (const count of connections) {
  await ask(count, 2);
  const runs: Run[] = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await ask(count, seconds));
  const of = (name: keyof Run) => median(runs.map((run) => run[name]));
  const cells = [
    of("perSecond").toFixed(0).padStart(13),
    of("p50").toFixed(2).padStart(12),
    of("p99").toFixed(2).padStart(9),
  ];
  console.log(`${String(count).padEnd(11)}${cells.join("")}`);
  const name = `GET /accounts/{id}, ${count} connections`;
  const target = count === Math.max(...connections) ? { target: 5_000 } : {};
  await recordFigures([{ name, unit: "/s", value: of("perSecond"), better: "higher", ...target }]);
}
await rm(folder, { recursive: true });
await platform.stop();

interface Run {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

async function ask(count: number, duration: number): Promise<Run> {
  const wrk = spawn("wrk", ["-t1", `-c${count}`, `-d${duration}s`, "-s", script, platform.url]);
  let text = "";
  wrk.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await once(wrk, "exit");
  const [, perSecond, p50, p99, wrong] = /RESULT (\S+) (\S+) (\S+) (\S+)/.exec(text) ?? [];
  if (wrong !== "0") throw new Error(`not all was answered: ${text}`);
  return { perSecond: Number(perSecond), p50: Number(p50), p99: Number(p99) };
}

/** wrk script: the requested paths, and a summary of one line. */
function luaScript(): string {
  return `
ids = { ${ids.map((id) => JSON.stringify(id)).join(", ")} }
place = 0
request = function()
  place = (place + 37) % #ids
  return wrk.format("GET", "/accounts/" .. ids[place + 1], { Authorization = "Bearer ${platform.token}" })
end
done = function(summary, latency)
  local errors = summary.errors
  print(string.format("RESULT %f %f %f %d", summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3, errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
`;
}
