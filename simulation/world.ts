import type { AuditedSubscription, Books } from "./auditor/books.ts";
import { dayOf, type Day } from "./auditor/calendar.ts";
import { endOf, versionOn } from "./auditor/contract.ts";
import { replay } from "./auditor/replay.ts";
import type { Coverage } from "./coverage.ts";
import type { PriceMade } from "./journal/catalogue.ts";
import type { EventTaken, JournalEntry } from "./journal/journal.ts";
import type { Platform } from "./platform/platform.ts";
import type { Fuse } from "./platform/fuse.ts";
import type { readCorrected, StoredInvoice } from "./platform/ledger.ts";
import type { StoredMoney } from "./platform/money-ledger.ts";
import type { Random } from "./random.ts";

/** One organization and all that was done to it. */
export interface World {
  readonly platform: Platform;
  /** What the auditor makes of the journal: actions look up in it what there is to act on. */
  readonly books: Books;
  readonly journal: JournalEntry[];
  readonly coverage: Coverage;
  /** Every event that was ever sent, to be sent again. */
  readonly sent: SentEvent[];
  /** The invoices as the database holds them. */
  invoices(): Promise<StoredInvoice[]>;
  /** Payments, notes and credit as the database holds them. */
  money(): Promise<StoredMoney>;
  /** Whether the organization says anything of tax. */
  readonly taxes: boolean;
  /** Where it sells from; null where it does not say. */
  readonly sellsFrom: string | null;
  /** Whether its drafts wait until somebody issues them. */
  readonly issuesByHand: boolean;
  /** Those that were made with corrections of late usage. */
  correctedInvoices(): ReturnType<typeof readCorrected>;
  /** Invoices whose corrections of late usage the auditor knows. */
  readonly corrected: Set<string>;
  /** How many instants something falls due at may still be passed before the run has grown too long. */
  patience: number;
}

export interface SentEvent extends EventTaken {
  /** The account as it was named. */
  readonly account: string;
}

/** Writes down what was done, and lets the auditor do the same. */
export function record(world: World, entry: JournalEntry): void {
  world.journal.push(entry);
  replay(world.books, entry);
}

/** The same for what may have made invoices: the auditor is told first on which days the platform corrected late usage. */
export async function recordBilling(world: World, entry: JournalEntry): Promise<void> {
  record(world, { kind: "corrections_seen", days: await newCorrectionDays(world) });
  record(world, entry);
}

export function accountIds(world: World): string[] {
  return [...world.books.zones.keys()];
}

export function localToday(world: World, accountId: string): Day {
  return dayOf(world.books.now, world.books.zones.get(accountId) ?? "UTC");
}

/** Subscriptions that run and have not come to their end. */
export function running(world: World): AuditedSubscription[] {
  return [...world.books.subscriptions.values()].filter((subscription) => {
    const end = endOf(subscription);
    return subscription.isActive && (end === null || localToday(world, subscription.made.accountId) < end);
  });
}

export function soldOn(subscription: AuditedSubscription, day: Day): readonly string[] {
  return versionOn(subscription, day)?.priceIds ?? [];
}

/** The prices of a currency. */
export function pricesIn(world: World, currency: string): PriceMade[] {
  return [...world.books.prices.values()].filter((price) => price.currency === currency);
}

/** The currency in which the prices of a subscription are. */
export function pricedIn({ made }: AuditedSubscription): string {
  return made.sourceCurrency ?? made.currency;
}

/** Now and then a process that is killed under way. */
export function maybeFuse(random: Random, probability = 0.06): Fuse | undefined {
  return random.chance(probability) ? { at: "statement", statementsLeft: random.integer(1, 25) } : undefined;
}

/** Moves the clock with everything that falls due on the way, or lets the workers do what is due without moving it. */
export async function passTime(world: World, to: number | null, fuses: readonly Fuse[] = []): Promise<void> {
  const { platform } = world;
  await (to === null ? platform.work(fuses) : platform.moveTo(to, fuses));
  const stepwise = platform.testClockId !== null;
  await recordBilling(world, to === null ? { kind: "workers_ran", stepwise } : { kind: "clock_moved", to, stepwise });
}

/** `subscription day` of the invoices that have corrections of late usage since it was last asked. */
async function newCorrectionDays(world: World): Promise<string[]> {
  const fresh = (await world.correctedInvoices()).filter(({ id }) => !world.corrected.has(id));
  for (const { id } of fresh) world.corrected.add(id);
  return fresh.map(({ subscriptionId, billingDate }) => `${subscriptionId} ${billingDate}`);
}
