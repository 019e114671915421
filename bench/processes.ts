/**
 * Several processes on one PostgreSQL: usage events into 1, 2 and 4 processes of the API, billing by 1 and 2 workers, and
 * both at once. Prints rates, CPU per event and per invoice, and how many connections wait for locks, and writes a table and
 * a picture into bench/results. Linux.
 * `npm run bench -- processes [rounds] [events of a turn] [subscriptions of a turn]`
 */
import { availableParallelism } from "node:os";
import { createMetrics, metrics } from "./platform/catalogue.ts";
import { createAccounts } from "./platform/create-accounts.ts";
import { accountAliases } from "./platform/event-load.ts";
import { recordFigures } from "./platform/figures.ts";
import { median } from "./platform/median.ts";
import { quietRounds } from "./platform/quiet-rounds.ts";
import { startPlatform } from "./platform/start-platform.ts";
import { writeReport } from "./processes/report.ts";
import { startProcesses } from "./processes/start-processes.ts";
import { type Cell, createTurns, type Turn } from "./processes/turns.ts";

const [rounds = 3, eventsOfATurn = 40_000, subscriptions = 2_000] = process.argv.slice(2).map(Number);
const CELLS: readonly Cell[] = [1, 2, 4].flatMap((apis) => [1, 2].map((workers) => ({ apis, workers })));

const platform = await startPlatform("api");
await createAccounts(platform, accountAliases);
await createMetrics(platform, metrics);
const processes = await startProcesses(platform, { apis: 4, workers: 2 });
const turns = createTurns(platform, processes, availableParallelism());

interface CellTurns {
  readonly cell: Cell;
  readonly events: Turn;
  readonly billing: Turn;
  readonly both: Turn;
}

async function round(): Promise<{ cells: readonly CellTurns[]; foreignShare: number }> {
  const cells: CellTurns[] = [];
  for (const cell of CELLS) {
    const events = await turns.events(cell, eventsOfATurn);
    const billing = await turns.billing(cell, subscriptions);
    cells.push({ cell, events, billing, both: await turns.both(cell, subscriptions) });
  }
  const shares = cells.flatMap((each) => [each.events, each.billing, each.both]).map((turn) => turn.foreignShare);
  return { cells, foreignShare: Math.max(...shares) };
}

// Warms up.
for (const apis of [1, 2, 4]) await turns.events({ apis, workers: 1 }, eventsOfATurn);
await turns.billing({ apis: 1, workers: 2 }, subscriptions);
const { rounds: quiet, kept } = await quietRounds(rounds, async (attempt) => {
  const one = await round();
  const told = one.cells.map(
    ({ cell, events, billing }) =>
      `${cell.apis}+${cell.workers} ${events.eventsPerSecond.toFixed(0)} events/s, ${billing.invoicesPerSecond.toFixed(0)} invoices/s`,
  );
  console.log(
    `round ${attempt}: ${told.join("; ")}; something else ${(one.foreignShare * 100).toFixed(0)} % of the cores`,
  );
  return one;
});
const outcome = CELLS.map((cell, place) => ({
  cell,
  events: quiet.flatMap((one) => one.cells[place]?.events ?? []),
  billing: quiet.flatMap((one) => one.cells[place]?.billing ?? []),
  both: quiet.flatMap((one) => one.cells[place]?.both ?? []),
}));
console.log(await writeReport(outcome, { version: platform.version, kept, eventsOfATurn, subscriptions }));
await recordFigures(
  outcome.flatMap(({ cell: { apis, workers }, events, billing }) => {
    const named = (of: string) => `${of}, ${apis} of the API and ${workers} worker${workers === 1 ? "" : "s"}`;
    return [
      {
        name: named("Events"),
        unit: " events/s",
        value: median(events.map((turn) => turn.eventsPerSecond)),
        better: "higher" as const,
      },
      {
        name: named("Invoices"),
        unit: " invoices/s",
        value: median(billing.map((turn) => turn.invoicesPerSecond)),
        better: "higher" as const,
      },
    ];
  }),
);
await turns.end();
await processes.stop();
await platform.stop();
