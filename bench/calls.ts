/**
 * Single calls of the API, as a program makes them: creating an account, creating and activating a subscription with its first
 * invoice, an upgrade with proration, listing an account's invoices, and an account's month of usage. Targets with 8
 * connections on two cores: 150/s and 5 + 5 ms of CPU for an account with its first invoice, 3,000/s for each reading. Linux.
 * `--against` names another checkout, such as the last release: its platform and this one take turns, round by round.
 * `--statements` lists the statements that took most time in PostgreSQL.
 * `npm run bench -- calls [rounds] [writes of a round] [reads of a round] [--connections=1,8] [--against=folder]
 * [--statements] [--only=text]`
 */
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { createKinds, type Kind } from "./calls/kinds.ts";
import { countStatements, COUNTING, startCounting, type Statements } from "./calls/statements.ts";
import { onConnections } from "./platform/exchange.ts";
import { recordFigures } from "./platform/figures.ts";
import { type Measured, measure } from "./platform/measure.ts";
import { median } from "./platform/median.ts";
import { quietRounds } from "./platform/quiet-rounds.ts";
import { type Platform, startPlatform } from "./platform/start-platform.ts";
import { type Waits, watchWaits } from "./processes/waits.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: "string" },
    statements: { type: "boolean" },
    only: { type: "string" },
    connections: { type: "string", default: "1,8" },
  },
});
const [rounds = 5, writes = 160, reads = 4_000] = positionals.map(Number);
const connectionCounts = options.connections.split(",").map(Number);
/** Calls so far, so that every call of a round has its own place. */
let runs = 0;
const SHOWN_STATEMENTS = 60;

interface Side {
  readonly name: string;
  readonly platform: Platform;
  readonly kinds: readonly Kind[];
}

interface Round extends Measured {
  readonly statements: Statements;
  readonly waits: Waits;
}

const sides = [await open("this", startPlatform)];
if (options.against !== undefined) {
  const file = join(resolve(options.against), "bench/platform/start-platform.ts");
  const other = (await import(pathToFileURL(file).href)) as { startPlatform: typeof startPlatform };
  sides.unshift(await open("against", other.startPlatform));
}
console.log(
  `PostgreSQL ${sides[0]?.platform.version}, durable commits; server with worker, client and database on the same cores`,
);
console.log(
  `load: each connection sends its next call after the answer; ${writes} writing and ${reads} reading calls a round`,
);
console.log("an account with its first invoice is three requests: account, subscription, activation");
console.log(
  "given, of one call measured on such a machine with 8 connections: Kill Bill 0.24 24 to 41 first invoices/s, 39",
);
console.log("upgrades/s, 1,840 to 1,970 lists of invoices/s, and 1,320 to 1,520 months of usage/s\n");
console.log(
  "                                                                                 CPU ms of a call       in PostgreSQL, of a call      waiting",
);
console.log(
  "call                                side     connections   calls/s   p50 ms   p99 ms  server  PostgreSQL  statements  plan ms  exec ms  for locks  MiB of PostgreSQL  kept",
);
try {
  for (const connections of connectionCounts)
    for (const place of sides[0]?.kinds.keys() ?? []) await report(place, connections);
} finally {
  for (const { platform } of sides) await platform.stop();
}

async function open(name: string, start: typeof startPlatform): Promise<Side> {
  const platform = await start("serve", COUNTING);
  if (!(await startCounting(platform.owner))) throw new Error("this checkout cannot load pg_stat_statements");
  const kinds = await createKinds(platform, writes, reads);
  await platform.owner.query("analyze");
  return { name, platform, kinds };
}

async function report(place: number, connections: number): Promise<void> {
  if (options.only !== undefined && sides[0]?.kinds[place]?.name.includes(options.only) !== true) return;
  for (const side of sides) await run(side, place, connections);
  const { rounds: quiet, kept } = await quietRounds(rounds, async () => {
    const turns: Round[] = [];
    for (const side of sides) turns.push(await run(side, place, connections));
    return { turns, foreignShare: Math.max(...turns.map(({ foreignShare }) => foreignShare)) };
  });
  for (const [index, side] of sides.entries()) {
    const kind = side.kinds[place];
    if (kind === undefined) continue;
    await print(side, kind, connections, { rounds: quiet.flatMap(({ turns }) => turns[index] ?? []), quiet: kept });
  }
}

async function run({ platform, kinds }: Side, place: number, connections: number): Promise<Round> {
  const kind = kinds[place];
  if (kind === undefined) throw new Error("both checkouts have the same kinds");
  await kind.prepare?.();
  const counted = countStatements(platform.owner, () =>
    watchWaits(platform.owner, () => measure(platform, (took) => send(platform, kind, connections, took))),
  );
  const { result, statements } = await counted;
  return { ...result.result, waits: result.waits, statements };
}

/** Sends the calls of a round on several connections, each after the answer to the one before. */
async function send(platform: Platform, kind: Kind, connections: number, took: number[]): Promise<void> {
  let sent = 0;
  await onConnections(platform, connections, async (exchange) => {
    while (sent < kind.calls) {
      sent += 1;
      const began = performance.now();
      await kind.call(exchange, runs + sent);
      took.push(performance.now() - began);
    }
  });
  runs += kind.calls;
}

async function print(
  side: Side,
  kind: Kind,
  connections: number,
  { rounds: kept, quiet }: { readonly rounds: readonly Round[]; readonly quiet: string },
): Promise<void> {
  const { name } = kind;
  const of = (figure: (round: Round) => number, digits: number, width: number) =>
    median(kept.map(figure)).toFixed(digits).padStart(width);
  const cells = [
    name.padEnd(36),
    side.name.padEnd(8),
    String(connections).padStart(12),
    of((round) => round.requests / round.seconds, 0, 10),
    of(({ p50 }) => p50, 1, 9),
    of(({ p99 }) => p99, 1, 9),
    of(({ cpu, requests }) => (cpu.server / requests) * 1e3, 2, 8),
    of(({ cpu, requests }) => (cpu.database / requests) * 1e3, 2, 12),
    of(({ statements, requests }) => statements.count / requests, 1, 12),
    of(({ statements, requests }) => statements.planning / requests, 2, 9),
    of(({ statements, requests }) => statements.executing / requests, 2, 9),
    of(({ waits }) => waits.locks, 2, 11),
    of(({ memory }) => memory.database, 0, 19),
    `  ${quiet}`,
  ];
  console.log(cells.join(""));
  if (options.against === undefined) {
    await recordFigures([
      {
        name: `${name}, ${connections} connections`,
        unit: "/s",
        value: median(kept.map((round) => round.requests / round.seconds)),
        better: "higher",
        ...(connections < 8 || kind.target === undefined ? {} : { target: kind.target }),
      },
    ]);
  }
  const [last] = kept;
  if (options.statements !== true || last === undefined) return;
  console.log("    of a call: count, ms to plan, ms to execute");
  for (const { text, count, planning, executing } of last.statements.byTime.slice(0, SHOWN_STATEMENTS)) {
    const figures = [count, planning, executing].map((figure) => (figure / last.requests).toFixed(3).padStart(8));
    console.log(`    ${figures.join("")}  ${text.replaceAll(/\s+/g, " ").slice(0, 150)}`);
  }
}
