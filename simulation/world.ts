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

/** An organization and its history. */
export interface World {
  readonly platform: Platform;
  /** The auditor's view of the journal, in which steps look up objects. */
  readonly books: Books;
  readonly journal: JournalEntry[];
  readonly coverage: Coverage;
  /** Every event ever sent, for sending it again. */
  readonly sent: SentEvent[];
  /** The invoices as stored. */
  invoices(): Promise<StoredInvoice[]>;
  /** Payments, notes and credit as stored. */
  money(): Promise<StoredMoney>;
  /** Whether the organization has tax data. */
  readonly taxes: boolean;
  /** The seller's country; null if unset. */
  readonly sellsFrom: string | null;
  /** Whether its drafts wait for manual issue. */
  readonly issuesByHand: boolean;
  /** Invoices created with corrections of late usage. */
  correctedInvoices(): ReturnType<typeof readCorrected>;
  /** `subscription price start end` of the invoiced usage that the platform will correct. */
  lateUsage(): Promise<string[]>;
  /** Invoices whose corrections of late usage the auditor knows. */
  readonly corrected: Set<string>;
  /** Number of due instants that may still be passed before the run takes too long. */
  patience: number;
}

export interface SentEvent extends EventTaken {
  /** The account's stored name. */
  readonly account: string;
}

/** Records a step, and informs the auditor. */
export function record(world: World, entry: JournalEntry): void {
  world.journal.push(entry);
  replay(world.books, entry);
}

/**
 * The same for steps that may create invoices: the auditor first learns on which days the platform corrected late usage, and
 * which it has still to correct.
 */
export async function recordBilling(world: World, entry: JournalEntry): Promise<void> {
  const [days, late] = [await newCorrectionDays(world), await world.lateUsage()];
  record(world, { kind: "corrections_seen", days, late });
  record(world, entry);
}

export function accountIds(world: World): string[] {
  return [...world.books.zones.keys()];
}

export function localToday(world: World, accountId: string): Day {
  return dayOf(world.books.now, world.books.zones.get(accountId) ?? "UTC");
}

/** Active subscriptions without a past end. */
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

/** The currency of a subscription's prices. */
export function pricedIn({ made }: AuditedSubscription): string {
  return made.sourceCurrency ?? made.currency;
}

/** Sometimes a fuse that kills the process. */
export function maybeFuse(random: Random, probability = 0.06): Fuse | undefined {
  return random.chance(probability) ? { at: "statement", statementsLeft: random.integer(1, 25) } : undefined;
}

/** Moves the clock with all due work on the way, or lets the workers do due work without moving it. */
export async function passTime(world: World, to: number | null, fuses: readonly Fuse[] = []): Promise<void> {
  const { platform } = world;
  await (to === null ? platform.work(fuses) : platform.moveTo(to, fuses));
  const stepwise = platform.testClockId !== null;
  await recordBilling(world, to === null ? { kind: "workers_ran", stepwise } : { kind: "clock_moved", to, stepwise });
}

/** `subscription day` of the invoices with corrections of late usage since the last call. */
async function newCorrectionDays(world: World): Promise<string[]> {
  const fresh = (await world.correctedInvoices()).filter(({ id }) => !world.corrected.has(id));
  for (const { id } of fresh) world.corrected.add(id);
  return fresh.map(({ subscriptionId, billingDate }) => `${subscriptionId} ${billingDate}`);
}
