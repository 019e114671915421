/**
 * Counterfoil and Kill Bill on the same work: accounts, subscriptions with their first invoice, usage, the billing of
 * months, and two reads. Each has its own server and its own PostgreSQL with the same settings, and is measured while the
 * other is suspended. Both are asked for the amounts that they billed. Needs Java and Maven, which downloads Kill Bill.
 * Linux. `npm run bench -- kill-bill [customers] [months]`
 */
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { ComparedSystem, Customer } from "./kill-bill/compared-system.ts";
import { startCounterfoilSystem } from "./kill-bill/counterfoil-system.ts";
import { findKillBillFiles } from "./kill-bill/kill-bill-files.ts";
import { startKillBillSystem } from "./kill-bill/kill-bill-system.ts";
import { monthsFromJanuary } from "./kill-bill/months.ts";
import { takeTurns } from "./kill-bill/take-turns.ts";
import { writeReport } from "./kill-bill/report.ts";
import { billMonth, DAYS_REPORTED, inLanes, requireBilled, requireRead, usageOf } from "./kill-bill/tasks.ts";
import { requireLinux } from "./platform/cannot-run.ts";

const [customers = 400, months = 4] = process.argv.slice(2).map(Number);
const BEGINS_AT = "2026-01-01T00:00:00.000Z";
/** Java compiles what runs often, so the first half of the sign-ups and the first month are not measured. */
const WARM_UP_SHARE = 0.5;
const READS_OF_A_CUSTOMER = { warmUp: 15, measured: 3 };

requireLinux();
const files = findKillBillFiles();
// Both servers end with this process, also when it is ended: Java may be suspended, and does not notice.
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));
const manifest = await readFile(join(import.meta.dirname, "../package.json"), "utf8");
const { version } = JSON.parse(manifest) as { version: string };
console.log("Starting both …");
const systems = [await startCounterfoilSystem(version, BEGINS_AT), await startKillBillSystem(files, BEGINS_AT)];
try {
  await compare();
} finally {
  for (const system of systems) process.kill(system.serverPid, "SIGCONT");
  for (const system of systems) await system.stop();
}

async function compare(): Promise<void> {
  const taker = takeTurns(systems, availableParallelism());
  const sold = new Map<ComparedSystem, Customer[]>(systems.map((system) => [system, []]));
  const customersOf = (system: ComparedSystem) => sold.get(system) ?? [];
  for (const [round, size] of slices().entries()) {
    for (const system of inTurn(round)) {
      taker.giveTurn(system);
      const options = { isKept: round > 0, count: size };
      const names = Array.from({ length: size }, (_, place) => `Customer ${customersOf(system).length + place}`);
      let accountIds: string[] = [];
      await taker.take(system, "accounts", options, async (took) => {
        accountIds = await inLanes(names, took, (name) => system.createAccount(name));
      });
      await taker.take(system, "subscriptions", options, async (took) => {
        const subscriptionIds = await inLanes(accountIds, took, (id) => system.subscribe(id));
        const customersOfRound = accountIds.map((accountId, place) => ({
          accountId,
          subscriptionId: subscriptionIds[place] ?? "",
        }));
        sold.set(system, [...customersOf(system), ...customersOfRound]);
      });
    }
    console.log(`signed up ${systems.map((system) => `${customersOf(system).length} (${system.name})`).join(", ")}`);
  }
  for (const system of systems) await requireInvoices(system, customersOf(system).length);

  const all = monthsFromJanuary(months + 1);
  for (const month of all) {
    for (const system of inTurn(month.place)) {
      taker.giveTurn(system);
      // Usage lies in the past, as it does in production.
      await system.moveTime(`${month.first.slice(0, 8)}${DAYS_REPORTED}T18:00:00.000Z`);
      await system.settle();
      const own = customersOf(system);
      const options = { isKept: month.place > 0, count: own.length };
      const times = READS_OF_A_CUSTOMER[options.isKept ? "measured" : "warmUp"];
      const reads = { ...options, count: own.length * times };
      const readers = Array.from({ length: times }, () => own).flat();
      await taker.take(system, "usage", options, async (took) => {
        await inLanes(own, took, (customer) => system.reportUsage(customer, usageOf(month)));
      });
      await taker.take(system, "billing", options, () => billMonth(system, own.length, month));
      await requireInvoices(system, own.length * (month.place + 2));
      const billed = all.slice(0, month.place + 1);
      await taker.take(system, "invoices", reads, async (took) => {
        await inLanes(readers, took, (customer) => requireBilled(system, customer, billed));
      });
      await taker.take(system, "readUsage", reads, async (took) => {
        await inLanes(readers, took, (customer) => requireRead(system, customer, month));
      });
    }
    console.log(`${month.first.slice(0, 7)} billed by both, and each amount is right`);
  }
  taker.end();
  console.log(await writeReport(taker.turns, { customers, months }));
}

/** Sizes of the sign-ups: the warm-up, then one for each measured month. */
function slices(): number[] {
  const first = Math.round(customers * WARM_UP_SHARE);
  const each = Math.floor((customers - first) / months);
  return [customers - each * months, ...Array.from({ length: months }, () => each)];
}

/** Who begins alternates. */
function inTurn(round: number): readonly ComparedSystem[] {
  return round % 2 === 0 ? systems : systems.toReversed();
}

/** Nothing was billed twice, and nothing is missing. */
async function requireInvoices(system: ComparedSystem, expected: number): Promise<void> {
  const count = await system.countInvoices();
  if (count !== expected) throw new Error(`${system.name} has ${count} invoices and not ${expected}`);
}
