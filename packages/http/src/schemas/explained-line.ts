import { INVOICE_STATUSES, SHOWN_INVOICE_STATUSES } from "@counterfoil/service";
import Type from "typebox";
import { decimal, instant, nullable, oneOf, record } from "./schema.ts";
import { lineConversion } from "./invoice.ts";
import { metric } from "./metric.ts";

const date = Type.String({ format: "date" });
const { aggregation, filters, groupBy } = metric.properties;

const difference = record({
  member: Type.String({ description: "What differs: amount, quantity, usage, steps, inputsHash …" }),
  billed: Type.String({ description: "The value on the line." }),
  computed: Type.String({ description: "The recomputed value." }),
});

const step = record(
  {
    kind: Type.String({
      description:
        "For a price: unit_price, percentage, fixed_fee, packages, already_billed, unpriced, negative_quantity, " +
        "evaluation, expression_result, sum. Then conversion, proration, rounding, billed_before. For a credit: " +
        "unused_share, left, credit. For a discount or limit: counted_lines, percentage, spent_before, amount, " +
        "minimum, maximum, adjusted_before.",
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
    description: "Local days with usage, each measured separately. For a sum or a count, they add up to the quantity.",
  }),
  eventsUrl: nullable(Type.String({ description: "The address of the list of counted events." })),
});

const sinceIssued = record(
  {
    quantity: { ...decimal, description: "The usage of the same period as counted now." },
    eventCount: Type.Integer(),
    quantityChange: { ...decimal, description: "The current quantity minus the quantity that the line counted." },
    corrections: Type.Array(
      record({
        invoiceId: Type.String(),
        invoiceNumber: nullable(Type.String()),
        invoiceStatus: oneOf(INVOICE_STATUSES),
        lineId: Type.String(),
        quantity: decimal,
        amount: decimal,
      }),
      { description: "The lines that bill or credit the difference. Empty until an invoice corrects it." },
    ),
  },
  {
    description:
      "Changes after the invoice was issued: events that arrived late, were amended or were voided. The rest of " +
      "this response is not affected. Null if nothing changed.",
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
        termsHash: Type.String({ description: "SHA-256 of the frozen price and its metrics." }),
      },
      { description: "The price when the line was billed. Null for a line that is derived from other lines." },
    ),
  ),
  conversion: lineConversion,
  usage: nullable(
    record({
      accountId: Type.String(),
      from: instant,
      to: instant,
      except: Type.Array(span, { description: "Paused time, which does not count." }),
      meanOver: nullable({
        ...span,
        description: "The billing period over which a `weighted_sum` is averaged. Null for other metrics.",
      }),
      countedThrough: nullable(
        Type.String({
          description: "The position of the last counted event, in the order in which events started to count.",
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
    description: "The lines that this line includes, discounts or gives back.",
  }),
  steps: Type.Array(step),
  notes: Type.Array(Type.String()),
  inputsHash: nullable(Type.String({ description: "SHA-256 of everything that determines the amount." })),
  recomputed: record(
    { amount: nullable(decimal), agrees: Type.Boolean(), differences: Type.Array(difference) },
    { description: "The result of recomputing the line from its current inputs." },
  ),
});
