import type { Json } from "@counterfoil/testkit/api";
import type { EventTaken } from "../../journal/journal.ts";
import { type Counting, type Measured, measure } from "../../auditor/metering/measure.ts";
import { Rational } from "../../auditor/rational.ts";
import { END, type Field, priceOf, START } from "./lay-field.ts";

type Fault = (text: string) => void;

const PERIOD = "from=2026-01-01&to=2026-02-01";
const WINDOW = { start: START, end: END };
const COUNTING: Counting = { window: WINDOW, gaps: [], whole: WINDOW };
const groupOf = ({ properties }: EventTaken) => String(properties["g"]);

export async function compareUsage(
  { api, accountId, metrics }: Field,
  events: readonly EventTaken[],
  fault: Fault,
): Promise<number> {
  let compared = 0;
  for (const metric of metrics) {
    const path = `/metrics/${metric.id}/usage?account=${accountId}&${PERIOD}&groupBy=g`;
    const answer = await api.request<UsageAnswer>("GET", path);
    if (answer.status !== 200) {
      fault(`usage of ${metric.aggregation.method} was answered ${answer.status}`);
      continue;
    }
    const wanted = measure(metric, events, COUNTING);
    compared += 1 + answer.body.groups.length;
    differ(metric.aggregation.method, answer.body, wanted, fault);
    const groups = Map.groupBy(events, groupOf);
    for (const { values, ...measured } of answer.body.groups) {
      const own = measure(metric, groups.get(values["g"] ?? "") ?? [], COUNTING);
      differ(`${metric.aggregation.method} of ${JSON.stringify(values)}`, measured, own, fault);
    }
  }
  return compared;
}

interface UsageAnswer extends Json {
  readonly quantity: string;
  readonly eventCount: number;
  readonly groups: readonly { values: Record<string, string>; quantity: string; eventCount: number }[];
}

function differ(
  what: string,
  { quantity, eventCount }: { quantity: string; eventCount: number },
  wanted: Measured,
  fault: Fault,
): void {
  if (Rational.of(quantity).compare(wanted.quantity) !== 0) {
    fault(`${what} is ${quantity} and not ${wanted.quantity.toText()}`);
  }
  if (eventCount !== wanted.events) fault(`${what} counts ${eventCount} events and not ${wanted.events}`);
}

interface Billed extends Json {
  readonly total: string;
  readonly lineItems: readonly { id: string; priceId: string | null; quantity: string; totalPrice: string }[];
}

/** Amounts not billed yet, as if the month were over. */
export async function compareUpcoming(field: Field, events: readonly EventTaken[], fault: Fault) {
  const { api, subscriptionId } = field;
  const answer = await api.request<Billed>("GET", `/subscriptions/${subscriptionId}/invoices/upcoming`);
  if (answer.status !== 200) {
    fault(`the upcoming invoice was answered ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
    return 0;
  }
  return compareLines(field, [answer.body], events, (text) => fault(`upcoming: ${text}`));
}

export async function compareInvoices(field: Field, events: readonly EventTaken[], fault: Fault) {
  const { api } = field;
  const { items } = await api.get<{ items: Billed[] }>("/invoices?limit=100");
  const invoices = await Promise.all(items.map(({ id }) => api.get<Billed>(`/invoices/${id}`)));
  const compared = compareLines(field, invoices, events, fault);
  const owed = Rational.sum(invoices.map(({ total }) => Rational.of(total)));
  const lines = Rational.sum(invoices.flatMap(({ lineItems }) => lineItems.map((one) => Rational.of(one.totalPrice))));
  if (owed.compare(lines) !== 0) fault(`invoices of ${owed.toText()} have lines of ${lines.toText()}`);
  for (const { lineItems, id } of invoices) {
    for (const line of lineItems) {
      const { status } = await api.request("GET", `/invoices/${id}/lines/${line.id}/explain`);
      if (status !== 200) fault(`explaining a line of ${line.quantity} was answered ${status}`);
    }
  }
  const { items: balances } = await api.get<{ items: { balance: string }[] }>("/journal/balances");
  const sum = Rational.sum(balances.map(({ balance }) => Rational.of(balance)));
  if (!sum.isZero()) fault(`the journal sums to ${sum.toText()}`);
  return compared + 1;
}

/** Quantity and amount of each price over all its lines, with one rounding each (R-RATE-1). */
function compareLines(
  { metrics }: Field,
  invoices: readonly Billed[],
  events: readonly EventTaken[],
  fault: Fault,
): number {
  const all = invoices.flatMap(({ lineItems }) => lineItems);
  for (const metric of metrics) {
    const { method } = metric.aggregation;
    const own = all.filter(({ priceId }) => priceId === metric.priceId);
    const groups = metric.groupBy.length === 0 ? [events] : [...Map.groupBy(events, groupOf).values()];
    const quantities = groups.map((group) => measure(metric, group, COUNTING).quantity);
    const unit = Rational.of(priceOf(method));
    // Negative usage is billed as zero.
    const billed = quantities.map((quantity) => Rational.larger(Rational.zero, quantity).times(unit).rounded(2));
    const wanted = Rational.sum(billed);
    const found = Rational.sum(own.map(({ totalPrice }) => Rational.of(totalPrice)));
    if (found.compare(wanted) !== 0) fault(`${method} is billed ${found.toText(2)} and not ${wanted.toText(2)}`);
  }
  return metrics.length;
}
