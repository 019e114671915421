import { Decimal } from "@counterfoil/engine";
import type { InvoiceRow, Tx, UsageSpan } from "@counterfoil/storage";
import type { ExplainedMetric, ExplainedSpan, ExplainedUsage } from "./explained-line.ts";
import { groupOf } from "./line-usage.ts";
import { type DayMeasured, measureDays } from "./measure-days.ts";
import { type MeasuredPart, partOf } from "./measured-part.ts";
import type { ToldUsage } from "./told-usage.ts";

/** The usage of a line, by metric and by day. `isStored` says whether its events can be listed. */
export async function explainUsage(
  tx: Tx,
  invoice: InvoiceRow,
  told: ToldUsage,
  isStored: boolean,
): Promise<ExplainedUsage> {
  const { line } = told.counted;
  const { counted, usage } = line.explanation;
  if (counted === undefined) throw new Error(`line ${line.id} has no usage`);
  const own = told.measured && groupOf(told.measured.slotUsage, line.usageGroup);
  const parts = await metricParts(tx, invoice, told);
  return {
    accountId: invoice.accountId,
    from: counted.start,
    to: counted.end,
    except: counted.except.map(toSpan),
    meanOver: counted.meanOver === undefined ? null : toSpan(counted.meanOver),
    countedThrough: line.usageThrough,
    group: line.usageGroup,
    quantity: own?.quantity.toCanonical() ?? Decimal.of(usage?.quantity ?? "0").toCanonical(),
    eventCount: Number(own?.eventCount.toCanonical() ?? usage?.eventCount ?? "0"),
    metrics: parts.map((part, index) => ({ ...definition(invoice, told, index, isStored), ...part })),
  };
}

function toSpan({ start, end }: UsageSpan): ExplainedSpan {
  return { from: start, to: end };
}

type ShownPart = MeasuredPart & Pick<ExplainedMetric, "days">;

/**
 * What each metric measured. If that is no longer known, what the line states, which is complete if there is only one
 * metric.
 */
async function metricParts(
  tx: Tx,
  invoice: InvoiceRow,
  { counted, measured, metricId }: ToldUsage,
): Promise<ShownPart[]> {
  const { line, terms } = counted;
  if (measured === undefined) return terms.metrics.length === 1 ? [statedPart(line.explanation.usage)] : [];
  const days = (await measureDays(tx, invoice.timezone, [counted], metricId))(line);
  return measured.metrics.map((answer, index) => ({
    ...partOf(answer, line.usageGroup),
    days: daysWithUsage(days[index] ?? [], line.usageGroup),
  }));
}

function statedPart(usage: { quantity: string; eventCount: string } | null): ShownPart {
  const { quantity, eventCount } = usage ?? { quantity: "0", eventCount: "0" };
  const stated = { quantity: Decimal.of(quantity).toCanonical(), eventCount: Number(eventCount) };
  return { ...stated, firstEventAt: null, lastEventAt: null, days: [] };
}

function definition(invoice: InvoiceRow, { counted: { line, terms } }: ToldUsage, index: number, isStored: boolean) {
  const metric = terms.metrics[index];
  if (metric === undefined) throw new Error("each metric has an answer");
  const { id, name, eventName, aggregation, filters, groupBy } = metric;
  const path = `/invoices/${invoice.id}/lines/${line.id}/events?metric=${id}`;
  return { id, name, eventName, aggregation, filters, groupBy, eventsUrl: isStored ? path : null };
}

function daysWithUsage(answers: readonly DayMeasured[], group: Record<string, string> | null): ExplainedMetric["days"] {
  return answers.flatMap(({ date, answer }) => {
    const { quantity, eventCount }: MeasuredPart = partOf(answer, group);
    return eventCount === 0 && quantity === "0" ? [] : [{ date, quantity, eventCount }];
  });
}
