/**
 * Where the cost is: self time of the server by function and as a flame picture, time and write-ahead log of PostgreSQL by
 * statement (those of triggers too), and its wait events. For events in batches of 1,000 and one by one, a billing run,
 * credit checks, holds with settlement in two calls and in one, and accounts with a first invoice. Writes bench/results/profile-….md and .svg. Linux.
 * `npm run bench -- profile [batches|single|billing|checks|holds|steps|calls …]`
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LOADS, type ProfiledLoad } from "./profile/loads.ts";
import { type Profile, selfTimes } from "./platform/cpu-profile.ts";
import { type DatabaseProfile, profileDatabaseDuring } from "./platform/database-profile.ts";
import { drawFlames } from "./platform/flames.ts";
import { machineInWords } from "./platform/machine-in-words.ts";
import { resultsFolder } from "./platform/results-folder.ts";

const SHOWN_FUNCTIONS = 40;
const SHOWN_TEXT = 110;

const asked = process.argv.slice(2);
const unknown = asked.find((name) => LOADS[name] === undefined);
if (unknown !== undefined) {
  console.error(`There is no load "${unknown}". Name some of ${Object.keys(LOADS).join(", ")}, or none for all.`);
  process.exit(2);
}
const folder = await resultsFolder();
for (const name of asked.length === 0 ? Object.keys(LOADS) : asked) await profile(name);

async function profile(name: string): Promise<void> {
  const load = await LOADS[name]?.();
  if (load === undefined) return;
  try {
    console.log(`${load.title} …`);
    let [units, times]: [number, Profile | undefined] = [0, undefined];
    const database = await profileDatabaseDuring(load.ownerUrl, async () => {
      times = await load.profileServer(async () => {
        units = await load.run();
      });
    });
    if (times === undefined) throw new Error("the server was not profiled");
    const files = [`profile-${name}.md`, `profile-${name}.svg`].map((file) => join(folder, file));
    const [page = "", picture = ""] = files;
    const subtitle = `${load.shape} Width is CPU time of the server's thread; callers are above.`;
    await writeFile(picture, drawFlames(times, { title: load.title, subtitle }));
    await writeFile(page, await describe(name, load, { units, database, times }));
    console.log(files.join("\n"));
  } finally {
    await load.stop();
  }
}

async function describe(
  name: string,
  load: ProfiledLoad,
  measured: { units: number; database: DatabaseProfile; times: Profile },
): Promise<string> {
  const { units, database } = measured;
  const each = (milliseconds: number) => ((milliseconds * 1_000) / units).toFixed(2);
  const bytes = (count: number) => (count / units).toFixed(0);
  const samples = database.waits.reduce((sum, wait) => sum + wait.samples, 0);
  const waits = database.waits
    .slice(0, 8)
    .map(({ event, samples: found }) => `${event} ${((found / samples) * 100).toFixed(0)} %`);
  const functions = selfTimes(measured.times);
  const rest = functions.slice(SHOWN_FUNCTIONS).reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const busy = functions.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return `# Profile: ${load.title}

Printed by \`npm run bench -- profile ${name}\` on ${new Date().toISOString().slice(0, "2026-01-01".length)}: ${await machineInWords()}.
${load.shape} Profilers slow both processes down, so times are shares; ${units.toLocaleString("en")} ${load.unit}s were profiled.

![Flame picture of the server](profile-${name}.svg)

## PostgreSQL

Write-ahead log: ${bytes(database.walBytes)} bytes per ${load.unit}, of which at most ${bytes(database.pageImageBytes)} are whole pages. Samples of
its processes: ${waits.join(", ")}.

Statements that triggers and functions run are counted twice: on their own, and in the statement that called them.

| Statement | Calls | µs per ${load.unit} | of it planning | WAL bytes per ${load.unit} |
|---|---|---|---|---|
${database.statements
  .map(({ query, calls, milliseconds, planning, walBytes }) => {
    const text = query.slice(0, SHOWN_TEXT).replaceAll("|", "\\|");
    return `| \`${text}\` | ${calls} | ${each(milliseconds)} | ${each(planning)} | ${bytes(walBytes)} |`;
  })
  .join("\n")}

## The server

Busy ${each(busy)} µs per ${load.unit}.

| Function | µs per ${load.unit} |
|---|---|
${functions
  .slice(0, SHOWN_FUNCTIONS)
  .map(({ name: place, milliseconds }) => `| \`${place}\` | ${each(milliseconds)} |`)
  .join("\n")}
| ${Math.max(0, functions.length - SHOWN_FUNCTIONS)} others | ${each(rest)} |
`;
}
