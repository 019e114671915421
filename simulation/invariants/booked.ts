import type { Pool } from "pg";
import { addMonths, type Day, dayOf, daysIn, earlier, nextDay } from "../auditor/calendar.ts";
import { placesOf } from "../auditor/currency.ts";
import { Rational } from "../auditor/rational.ts";
import type { StoredInvoice, StoredLine } from "../platform/ledger.ts";
import { readMoney } from "../platform/money-ledger.ts";
import type { World } from "../world.ts";

interface Posted {
  readonly code: string;
  readonly currency: string;
  readonly lineId: string | null;
  readonly amount: string;
  /** The part that counts today. */
  readonly byNow: string;
}

/**
 * The journal agrees with the auditor's invoices, payments and credit (invariant 10): every entry sums to zero, each code
 * has its expected sum, and the earned part of a line is its share of the days served.
 */
export async function checkBooked(owner: Pool, world: World): Promise<string[]> {
  const { organizationId } = world.platform;
  const unbalanced = await owner.query<{ id: string; sum: string }>(
    `select entry_id as id, sum(amount)::text as sum from journal_posting where organization_id = $1
     group by entry_id, currency having sum(amount) <> 0`,
    [organizationId],
  );
  const { rows } = await owner.query<Posted>(
    `select code, currency, line_id as "lineId", sum(amount)::text as amount,
       coalesce(sum(amount) filter (where day <= $2), 0)::text as "byNow"
     from journal_posting where organization_id = $1 group by code, currency, line_id`,
    [organizationId, new Date(world.books.now).toISOString().slice(0, 10)],
  );
  const invoices = (await world.invoices()).filter(({ number }) => number !== null);
  return [
    ...unbalanced.rows.map(({ id, sum }) => `the journal's entry ${id} sums to ${sum}`),
    ...(await codeFaults(owner, world, invoices, rows)),
    ...(await lineFaults(owner, world, invoices, rows)),
  ];
}

/** Per currency: what is owed, written off, received, and held as account credit. */
async function codeFaults(
  owner: Pool,
  { platform }: World,
  invoices: readonly StoredInvoice[],
  posted: readonly Posted[],
): Promise<string[]> {
  const money = await readMoney(owner, platform.organizationId);
  const currencyOf = new Map(invoices.map(({ id, currency }) => [id, currency]));
  const [notes, standing] = [money.notes, invoices.filter(({ status }) => status !== "void")];
  const faults: string[] = [];
  for (const currency of new Set(posted.map((one) => one.currency))) {
    const own = standing.filter((invoice) => invoice.currency === currency);
    const due = (statuses: readonly string[]) =>
      sum(own.filter(({ status }) => statuses.includes(status)).map(remaining));
    const ofCurrency = <Item extends { readonly invoiceId: string }>(items: readonly Item[]): Item[] =>
      items.filter(({ invoiceId }) => currencyOf.get(invoiceId) === currency);
    const noted = sum(ofCurrency(notes).map(({ tax }) => Rational.of(tax)));
    const expected = {
      receivable: due(["issued", "overdue"]),
      bad_debt: due(["uncollectible"]),
      cash: sum(
        ofCurrency(money.payments).map(({ amount, refunded }) => Rational.of(amount).minus(Rational.of(refunded))),
      ),
      account_credit: sum(
        money.entries
          .filter((entry) => entry.grantId === null && entry.currency === currency)
          .map(({ amount }) => Rational.of(amount)),
      ).negated(),
      prepaid_credit: sum(
        money.grants.filter((grant) => grant.currency === currency).map(({ balance }) => Rational.of(balance)),
      ).negated(),
      tax: noted.minus(sum(own.map(({ tax }) => Rational.of(tax)))),
      deferred_revenue: Rational.zero,
    };
    for (const [code, amount] of Object.entries(expected)) {
      const found = sum(
        posted.filter((one) => one.code === code && one.currency === currency).map((one) => Rational.of(one.amount)),
      );
      if (found.compare(amount) !== 0) {
        faults.push(`the journal's ${code} in ${currency} is ${found.toText()}, not ${amount.toText()}`);
      }
    }
  }
  return faults;
}

/**
 * For a line that was not given back: the final revenue is its amount without tax, and today's is the share of the months
 * served, to less than a minor unit per month.
 */
async function lineFaults(
  owner: Pool,
  world: World,
  invoices: readonly StoredInvoice[],
  posted: readonly Posted[],
): Promise<string[]> {
  const { notes } = await readMoney(owner, world.platform.organizationId);
  const noted = new Set(notes.flatMap(({ lines }) => lines.map(({ lineId }) => lineId)));
  const earned = new Map(posted.flatMap((one) => (one.code === "revenue" ? [[one.lineId, one]] : [])));
  const today = dayOf(world.books.now, "UTC");
  return invoices.flatMap((invoice) =>
    invoice.lines.flatMap((line) => {
      if (noted.has(line.id)) return [];
      const row = earned.get(line.id);
      const isVoid = invoice.status === "void";
      const net = isVoid ? Rational.zero : netOf(invoice, line);
      const inAll = Rational.of(row?.amount ?? "0").negated();
      const told = `what ${line.id} of ${line.amount} from ${line.start} to ${line.end} earns`;
      if (inAll.compare(net) !== 0) return [`${told} is ${inAll.toText()}, not ${net.toText()}`];
      if (isVoid) return [];
      const { share, months } = servedBy(line, net, today);
      const apart = Rational.of(row?.byNow ?? "0")
        .negated()
        .minus(share)
        .abs();
      const most = Rational.whole(months).over(Rational.whole(10n ** BigInt(placesOf(invoice.currency))));
      return apart.compare(most) <= 0 ? [] : [`${told} by ${today} is ${row?.byNow}, apart from ${share.toText()}`];
    }),
  );
}

/** Straight line over the days of service; a month counts when its last day is reached. */
function servedBy({ start, end }: StoredLine, net: Rational, today: Day): { share: Rational; months: number } {
  if (start >= end) return { share: start <= today ? net : Rational.zero, months: 1 };
  let [served, months] = [0, 0];
  for (let from = start; from < end;) {
    const until = earlier(addMonths(`${from.slice(0, 7)}-01`, 1), end);
    if (until <= nextDay(today)) {
      served += daysIn({ start: from, end: until });
      months += 1;
    }
    from = until;
  }
  return { share: net.times(Rational.whole(served)).over(Rational.whole(daysIn({ start, end }))), months };
}

function netOf({ taxes }: StoredInvoice, line: StoredLine): Rational {
  const shares = (line.taxes ?? []).flatMap((part) => part.taxes);
  const held = shares
    .filter(({ index }) => taxes?.[index]?.inclusive === true)
    .map(({ amount }) => Rational.of(amount));
  return Rational.of(line.amount).minus(sum(held));
}

function remaining({ total, creditsApplied, amountPaid }: StoredInvoice): Rational {
  return Rational.of(total).minus(Rational.of(creditsApplied)).minus(Rational.of(amountPaid));
}

function sum(amounts: readonly Rational[]): Rational {
  return Rational.sum(amounts);
}
