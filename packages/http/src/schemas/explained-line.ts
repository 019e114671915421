import { INVOICE_STATUSES, SHOWN_INVOICE_STATUSES } from "@counterfoil/service";
import Type from "typebox";
import { decimal, instant, nullable, oneOf, record } from "./schema.ts";
import { lineConversion } from "./invoice.ts";
import { metric } from "./metric.ts";

const date = Type.String({ format: "date" });
const { aggregation, filters, groupBy } = metric.properties;

const difference = record({
  member: Type.String({ description: "What differs: amount, quantity, usage, steps, inputsHash …" }),
  billed: Type.String({ description: "What the line holds." }),
  computed: Type.String({ description: "What comes out." }),
});

const step = record(
  {
    kind: Type.String({
      description:
        "Of a price: unit_price, percentage, fixed_fee, packages, already_billed, unpriced, negative_quantity, evaluation, " +
        "expression_result, sum. Then conversion, proration, rounding, billed_before. Of a credit: unused_share, left, credit. Of " +
        "a discount or limit: counted_lines, percentage, spent_before, amount, minimum, maximum, adjusted_before.",
    }),
    text: Type.String({ description: "The step in words: `tier 1 (up to 100): 100 × 0.15 = 15`." }),
    operands: Type.Record(Type.String(), decimal),
    result: decimal,
  },
  { description: "One step of the arithmetic, from the first operand to the amount." },
);

const explainedMetric = record({
  id: Type.String(),
  name: Type.String(),
  eventName: Type.String(),
  aggregation,
  filters,
  groupBy,
  quantity: decimal,
  eventCount: Type.Integer(),
  firstEventAt: nullable(instant),
  lastEventAt: nullable(instant),
  days: Type.Array(record({ date, quantity: decimal, eventCount: Type.Integer() }), {
    description: "Local days with usage, each measured by itself. Of a sum or a count they add up to the quantity.",
  }),
  eventsUrl: nullable(Type.String({ description: "Where the events that were counted are listed." })),
});

const sinceIssued = record(
  {
    quantity: { ...decimal, description: "The usage of the same period as it is counted now." },
    eventCount: Type.Integer(),
    quantityChange: { ...decimal, description: "The quantity now, less the quantity that the line counted." },
    corrections: Type.Array(
      record({
        invoiceId: Type.String(),
        invoiceNumber: nullable(Type.String()),
        invoiceStatus: oneOf(INVOICE_STATUSES),
        lineId: Type.String(),
        quantity: decimal,
        amount: decimal,
      }),
      { description: "The lines that bill the difference or give it back. Empty until an invoice corrects it." },
    ),
  },
  {
    description:
      "What changed after the invoice was issued: events that arrived late, or were amended or voided. It changes nothing else " +
      "in this answer. Null when nothing changed.",
  },
);

const span = record({ from: instant, to: instant });

export const explainedLine = record({
  invoiceId: Type.String(),
  invoiceNumber: nullable(Type.String()),
  invoiceStatus: oneOf(SHOWN_INVOICE_STATUSES),
  lineId: Type.String(),
  kind: Type.String(),
  description: Type.String(),
  currency: Type.String(),
  amount: decimal,
  servicePeriod: record({ start: date, end: date }),
  timezone: Type.String(),
  versionId: nullable(Type.String()),
  price: nullable(
    record(
      {
        id: Type.String(),
        type: Type.String(),
        pricingModel: Type.Unsafe<object>({ type: "object", additionalProperties: true }),
        termsHash: Type.String({ description: "SHA-256 over the price and its metrics as they were frozen." }),
      },
      { description: "The price as it was when the line was billed; null for a line that follows from other lines." },
    ),
  ),
  conversion: lineConversion,
  usage: nullable(
    record({
      accountId: Type.String(),
      from: instant,
      to: instant,
      except: Type.Array(span, { description: "Paused time, which does not count." }),
      countedThrough: nullable(
        Type.String({
          description: "The place, in the order in which events began to count, up to which they are counted.",
        }),
      ),
      group: nullable(Type.Record(Type.String(), Type.String())),
      quantity: decimal,
      eventCount: Type.Integer(),
      metrics: Type.Array(explainedMetric),
    }),
  ),
  sinceIssued: nullable(sinceIssued),
  countedLines: Type.Array(record({ lineId: nullable(Type.String()), amount: decimal }), {
    description: "The lines that this one counts, takes off, or gives back.",
  }),
  steps: Type.Array(step),
  notes: Type.Array(Type.String()),
  inputsHash: nullable(Type.String({ description: "SHA-256 over all that the amount follows from." })),
  recomputed: record(
    { amount: nullable(decimal), agrees: Type.Boolean(), differences: Type.Array(difference) },
    { description: "What comes out when the line is computed again from its inputs now." },
  ),
});
