import { isDeepStrictEqual } from "node:util";
import type { FaultCase } from "./fault-case.ts";
import type { FaultPlatform, World } from "./fault-platform.ts";
import type { Conflicts, StatementFault } from "./failing-database.ts";

/** Results of failing one statement after the other. */
export interface AttackedUseCase {
  /** Failed statements. */
  readonly failed: number;
  readonly faults: readonly string[];
}

const MOST_STATEMENTS = 400;
/** More commits than any use case with several transactions. */
const MOST_STEPS = 40;

/** The same run without failures. */
export async function undisturbed(platform: FaultPlatform, each: FaultCase): Promise<readonly string[]> {
  const world = await platform.found();
  await (
    await each.arrange(world)
  )();
  await each.settle?.(world);
  return world.rows.told();
}

/**
 * Makes the first statement of a use case fail, then the next (or, with a stride, a later one), until it succeeds. After
 * each failure there is all of the effect or none, and the books verify. At the end everything equals the run without
 * failures.
 */
export async function attackUseCase(
  platform: FaultPlatform,
  each: FaultCase,
  fault: StatementFault,
  twin: readonly string[],
  { first = 1, stride = 1 }: { readonly first?: number; readonly stride?: number } = {},
): Promise<AttackedUseCase> {
  const world = await platform.found();
  const cashBefore = world.stripe.books.cash;
  const act = await each.arrange(world);
  const faults: string[] = [];
  let failed = 0;
  let steps = 0;
  let before = await world.rows.digest();
  let toldBefore = await world.rows.told();
  for (let statement = first; ; statement += stride) {
    if (statement > MOST_STATEMENTS) throw new Error(`${each.title} never came to an end`);
    platform.failing.set(fault, statement);
    const answer = await act().catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
    if (!platform.failing.unset()) {
      if (answer instanceof Error) faults.push(`undisturbed it failed: ${answer.message}`);
      if (typeof answer === "number" && answer >= 300) faults.push(`undisturbed it was answered ${answer}`);
      break;
    }
    failed += 1;
    const after = await world.rows.digest();
    if (after === before) continue;
    before = after;
    const rows = await world.rows.told();
    // A claim that lasts until later is not a step.
    if (isDeepStrictEqual(rows, toldBefore)) continue;
    toldBefore = rows;
    steps += 1;
    // Statements that repeat in each attempt without effect would continue forever.
    if (steps > MOST_STEPS) {
      faults.push(`after ${steps} failures something more was written each time: ${mostOf(rows)}`);
      platform.failing.unset();
      return { failed, faults };
    }
    faults.push(...(await world.verify()).map((one) => `statement ${statement}: ${one}`));
    if (each.isInSteps !== true) {
      // Optional notes, such as the last use of a key, may fail alone: then everything else must be done.
      const isDone = typeof answer === "number" && answer < 300;
      if (fault === "refused" && !isDone) faults.push(`statement ${statement} was refused, and something is written`);
      else faults.push(...differences(rows, twin, `after statement ${statement}`));
    }
    // What follows a completed step must fail too, from its first statement.
    statement = first - stride;
  }
  await each.settle?.(world);
  faults.push(...(await world.verify()));
  const compared = (row: string) => each.isDoneByWhoever !== true || !row.startsWith("audit_entry");
  if (!(each.putsAside === true && fault === "refused")) {
    const rows = await world.rows.told();
    faults.push(...differences(rows.filter(compared), twin.filter(compared), "at the end"));
  }
  faults.push(...(await unsound(world)));
  const cash = world.stripe.books.cash - cashBefore;
  const received = await receivedAtProvider(world);
  if (cash !== received) faults.push(`the provider took ${cash} and ${received} are recorded`);
  return { failed, faults };
}

/**
 * Makes statements of each transaction of a use case conflict, one per attempt, until it succeeds. The caller notices
 * nothing: the response and all rows equal the run without failures, and nothing is put aside.
 */
export async function attackByConflicts(
  platform: FaultPlatform,
  each: FaultCase,
  conflicts: Conflicts,
  twin: readonly string[],
): Promise<AttackedUseCase> {
  const world = await platform.found();
  const act = await each.arrange(world);
  platform.failing.conflict(conflicts);
  const answer = await act().catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
  const failed = platform.failing.endConflicts();
  const faults: string[] = [];
  if (answer instanceof Error) faults.push(`after ${failed} conflicts it failed: ${answer.message}`);
  if (typeof answer === "number" && answer >= 300) faults.push(`after ${failed} conflicts it was answered ${answer}`);
  await each.settle?.(world);
  faults.push(...differences(await world.rows.told(), twin, "at the end"));
  faults.push(...(await world.verify()));
  faults.push(...(await unsound(world)));
  return { failed, faults };
}

/** The most frequent kinds of rows. */
function mostOf(rows: readonly string[]): string {
  const kinds = Map.groupBy(rows, (row) => row.slice(0, row.indexOf(" ")));
  const [most] = [...kinds].toSorted(([, a], [, b]) => b.length - a.length);
  return most === undefined ? "nothing" : `${most[1].length} rows of ${most[0]}`;
}

function differences(rows: readonly string[], twin: readonly string[], when: string): string[] {
  const missing = twin.filter((row) => !rows.includes(row)).map((row) => `${when} missing: ${row.slice(0, 400)}`);
  const more = rows.filter((row) => !twin.includes(row)).map((row) => `${when} instead: ${row.slice(0, 400)}`);
  const twice = rows.length === twin.length ? [] : [`${when} ${rows.length} rows and not ${twin.length}`];
  return [...missing, ...more, ...twice];
}

/** Conditions of the books themselves: entries sum to zero, and numbers have no gap. */
async function unsound(world: World): Promise<string[]> {
  const { items } = await world.api.get<{ items: { balance: string }[] }>("/journal/balances");
  const sum = items.reduce((total, { balance }) => total + Math.round(Number(balance) * 100), 0);
  const { items: invoices } = await world.api.get<{ items: { number: string | null }[] }>("/invoices?limit=100");
  const numbers = invoices
    .flatMap(({ number }) => (number === null ? [] : [Number(number.slice(-5))]))
    .toSorted((a, b) => a - b);
  const faults = numbers.some((number, index) => number !== index + 1)
    ? [`numbers with a gap: ${numbers.join(", ")}`]
    : [];
  return sum === 0 ? faults : [...faults, `the journal sums to ${sum} cents`];
}

/** Cents that our payments say the provider received and did not refund. */
async function receivedAtProvider(world: World): Promise<number> {
  const { items } = await world.api.get<{
    items: { provider: string; status: string; amount: string; refundedAmount?: string }[];
  }>("/payments?limit=100");
  const taken = items.filter(
    ({ provider, status }) => provider === "stripe" && !["pending", "processing", "failed"].includes(status),
  );
  return taken.reduce(
    (total, { amount, refundedAmount = "0" }) => total + Math.round((Number(amount) - Number(refundedAmount)) * 100),
    0,
  );
}
