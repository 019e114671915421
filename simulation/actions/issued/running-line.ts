import type { AuditedSubscription } from "../../auditor/books.ts";
import { placesOf } from "../../auditor/currency.ts";
import { Rational } from "../../auditor/rational.ts";
import type { StoredInvoice, StoredLine } from "../../platform/ledger.ts";
import type { Random } from "../../random.ts";
import { localToday, running, type World } from "../../world.ts";
import { leftOf } from "../money/note.ts";

/** An issued line of an active subscription whose service is not over. */
export interface RunningLine {
  readonly subscription: AuditedSubscription;
  readonly invoice: StoredInvoice;
  readonly line: StoredLine;
}

export async function someRunningLine(world: World, random: Random): Promise<RunningLine | undefined> {
  const found = (await issuedInvoices(world)).flatMap((invoice): RunningLine[] => {
    const subscription = running(world).find(({ made }) => made.id === invoice.subscriptionId);
    if (subscription === undefined) return [];
    const today = localToday(world, subscription.made.accountId);
    const lines = invoice.lines.filter(
      ({ kind, end, amount }) => kind === "recurring" && end > today && Rational.of(amount).isPositive(),
    );
    return lines.map((line) => ({ subscription, invoice, line }));
  });
  return found.length === 0 ? undefined : random.pick(found);
}

/** An issued usage line with an amount. */
export async function someUsageLine(
  world: World,
  random: Random,
): Promise<{ invoice: StoredInvoice; line: StoredLine } | undefined> {
  const found = (await issuedInvoices(world)).flatMap((invoice) =>
    invoice.lines
      .filter(({ kind, amount }) => kind === "usage" && Rational.of(amount).isPositive())
      .map((line) => ({ invoice, line })),
  );
  return found.length === 0 ? undefined : random.pick(random.chance(0.5) ? found.slice(-4) : found);
}

async function issuedInvoices(world: World): Promise<StoredInvoice[]> {
  return (await world.invoices()).filter(({ number, status }) => number !== null && status !== "void");
}

/** Nearly all of a line, half, or null for all that is left; in whole minor units. */
export async function partOf(
  world: World,
  random: Random,
  { invoice, line }: { invoice: StoredInvoice; line: StoredLine },
): Promise<string | null> {
  const { notes } = await world.money();
  const left = leftOf(
    line,
    notes.flatMap((note) => note.lines),
  );
  const places = placesOf(invoice.currency);
  const unit = Rational.whole(1).over(Rational.whole(10n ** BigInt(places)));
  const part = random.weighted<() => Rational | null>([
    [3, () => null],
    [3, () => left.minus(unit)],
    [2, () => left.times(Rational.of("0.97")).rounded(places)],
    [2, () => left.over(Rational.whole(2)).rounded(places)],
    [1, () => left.over(Rational.whole(10)).rounded(places)],
  ])();
  return part?.isPositive() === true ? part.toText(places) : null;
}
