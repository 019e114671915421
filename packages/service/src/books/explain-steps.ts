import {
  boundOf,
  countedAmounts,
  Decimal,
  formatAmount,
  type FrozenLine,
  type RatingStep,
  type RecomputedLine,
  share,
} from "@counterfoil/engine";
import type { ExplainedStep } from "./explained-line.ts";
import { explainRatingStep } from "./explain-rating-step.ts";
import { step, text } from "./step-in-words.ts";

/**
 * The calculation of a line as steps from the first operand to its amount: the price, the exchange rate, the share of
 * the period, the single rounding, and what was billed before. A credit, a discount or a spend limit has the steps of
 * its sum.
 */
export function explainSteps(
  frozen: FrozenLine,
  figures: RecomputedLine,
  amounts: readonly Decimal[],
): ExplainedStep[] {
  const { basis } = frozen;
  switch (basis.kind) {
    case "price":
    case "usage":
      return priceSteps(frozen, figures);
    case "credit":
      return creditSteps(frozen, basis, figures.amount);
    case "adjustment":
      return adjustmentSteps(frozen, basis, figures, amounts);
  }
}

/** A line that a user wrote: its quantity times its price, if it has one. */
export function explainFreeLine(
  { quantity, unitPrice, exactAmount, amount }: RecomputedLine,
  currency: string,
): ExplainedStep[] {
  if (unitPrice === null) return [];
  const product = step("unit_price", `${text(quantity)} × ${text(unitPrice)}`, exactAmount, { quantity, unitPrice });
  return exactAmount.equals(amount) ? [product] : [product, rounding(amount, currency)];
}

type Basis<Kind> = Extract<FrozenLine["basis"], { kind: Kind }>;

function priceSteps(frozen: FrozenLine, { steps, exactAmount }: RecomputedLine): ExplainedStep[] {
  const { conversionRate, currency } = frozen.billedIn;
  const converted = conversionRate === null ? exactAmount : exactAmount.times(conversionRate);
  const rounded = share(converted, frozen.proration, currency);
  return [
    ...steps.map(explainRatingStep),
    ...togetherSteps(steps, exactAmount),
    ...(conversionRate === null
      ? []
      : [
          step(
            "conversion",
            `at the frozen rate of ${text(conversionRate)}: ${text(exactAmount)} × ${text(conversionRate)}`,
            converted,
            {
              amount: exactAmount,
              conversionRate,
            },
          ),
        ]),
    ...prorationSteps(frozen, converted),
    ...roundingSteps(converted, rounded, frozen),
    ...billedBeforeSteps(frozen, rounded),
  ];
}

/** No sum if there is only one step. */
function togetherSteps(steps: readonly RatingStep[], sum: Decimal): ExplainedStep[] {
  if (steps.length === 0) return [step("sum", "nothing to charge", sum, {})];
  return steps.length === 1 ? [] : [step("sum", "sum", sum, {})];
}

function prorationSteps({ proration }: FrozenLine, amount: Decimal): ExplainedStep[] {
  if (proration === null) return [];
  const { days, of } = proration;
  const result = amount
    .times(Decimal.ofInteger(days))
    .dividedBy(Decimal.ofInteger(of), SHOWN_DIGITS, "half_away_from_zero");
  const operands = { amount, days: Decimal.ofInteger(days), of: Decimal.ofInteger(of) };
  return [
    step("proration", `${days} of the ${of} days of the period: ${text(amount)} × ${days} ÷ ${of}`, result, operands),
  ];
}

/** Digits of a share that are shown. The line is rounded once, from the exact value. */
const SHOWN_DIGITS = 12;

function roundingSteps(amount: Decimal, rounded: Decimal, { proration, billedIn }: FrozenLine): ExplainedStep[] {
  if (proration === null && amount.equals(rounded)) return [];
  return [rounding(rounded, billedIn.currency)];
}

function rounding(rounded: Decimal, currency: string): ExplainedStep {
  return step("rounding", `rounded once, half away from zero, to the minor unit of ${currency}`, rounded, {});
}

function billedBeforeSteps({ basis }: FrozenLine, rounded: Decimal): ExplainedStep[] {
  if (basis.kind !== "usage" || basis.billed.length === 0) return [];
  const billed = Decimal.sum(basis.billed.map(({ amount }) => amount));
  const words = `minus what was already billed for the same usage: ${text(rounded)} − ${text(billed)}`;
  return [step("billed_before", words, rounded.minus(billed), { amount: rounded, billedBefore: billed })];
}

function creditSteps(
  { proration, billedIn: { currency } }: FrozenLine,
  basis: Basis<"credit">,
  amount: Decimal,
): ExplainedStep[] {
  const { of, credited } = basis;
  const unused = share(of.amount, proration, currency);
  const before = Decimal.sum(credited.map((credit) => credit.amount)).negate();
  const left = of.amount.minus(before);
  const days = proration === null ? "all days" : `${proration.days} of ${proration.of} days`;
  return [
    step("unused_share", `unused: ${days} of the line of ${text(of.amount)}`, unused, { billed: of.amount }),
    ...(credited.length === 0
      ? []
      : [
          step("left", `left of the line after ${text(before)} was already given back`, left, {
            billed: of.amount,
            creditedBefore: before,
          }),
        ]),
    step("credit", "given back: the unused share, at most what is left", amount, { share: unused, left }),
  ];
}

function adjustmentSteps(
  frozen: FrozenLine,
  basis: Basis<"adjustment">,
  figures: RecomputedLine,
  amounts: readonly Decimal[],
): ExplainedStep[] {
  const { rule, value, spentBefore, adjustedBefore } = basis;
  const { currency } = frozen.billedIn;
  const counted = Decimal.sum(countedAmounts(basis, amounts, currency));
  // A percentage applies to each line alone, so the days on which the lines count do not matter.
  const lines =
    rule === "percentage"
      ? "lines of this invoice to which the discount applies"
      : `lines of this invoice that count in ${basis.period.start} to ${basis.period.end}`;
  const here = step("counted_lines", lines, counted, {});
  if (rule === "percentage") {
    const wanted = counted.times(value).times(Decimal.of("0.01")).negate();
    const taken = step("percentage", `discount of ${text(value)}% on ${text(counted)}`, wanted, {
      counted,
      percentage: value,
    });
    return [here, taken, ...mostSteps(basis, wanted, figures), rounding(figures.amount, currency)];
  }
  const settledHere = basis.settledHere ?? Decimal.zero;
  const spent = spentBefore.plus(counted).plus(settledHere);
  const limit = rule === "amount" ? value : boundOf(basis, frozen.proration, currency);
  const settled = figures.settledByNotes ?? Decimal.zero;
  const open = figures.amount.plus(settled);
  const wanted = open.plus(adjustedBefore);
  return [
    ...spreadSteps(basis, amounts, currency),
    here,
    ...(spentBefore.isZero()
      ? []
      : [
          step(
            "spent_before",
            `plus what earlier invoices charged in the period, ${text(spentBefore)}`,
            spentBefore.plus(counted),
            {
              counted,
              spentBefore,
            },
          ),
        ]),
    ...(settledHere.isZero()
      ? []
      : [step("settled_here", `plus what credit notes already gave back of it, ${text(settledHere)}`, spent, {})]),
    ...limitSteps(frozen, basis, limit),
    step(rule, RULES[rule](money(limit, currency), money(spent, currency)), wanted, { spent, value: limit }),
    ...(adjustedBefore.isZero()
      ? []
      : [
          step("adjusted_before", `minus what earlier invoices already adjusted, ${text(adjustedBefore)}`, open, {
            wanted,
            adjustedBefore,
          }),
        ]),
    ...(settled.isZero()
      ? []
      : [
          step("settled_by_notes", "limited to what credit notes have not already given back", figures.amount, {
            wanted: open,
          }),
        ]),
  ];
}

/** The limit that credit notes leave of a percentage that is taken back. */
function mostSteps({ most }: Basis<"adjustment">, wanted: Decimal, { exactAmount }: RecomputedLine): ExplainedStep[] {
  if (most === undefined || exactAmount.equals(wanted)) return [];
  const words = `limited to ${text(most)}: credit notes already gave back the rest`;
  return [step("settled_by_notes", words, exactAmount, { wanted, most })];
}

/** A prorated limit, for a part of its period. */
function limitSteps({ proration, billedIn: { currency } }: FrozenLine, basis: Basis<"adjustment">, limit: Decimal) {
  if (proration === null) return [];
  const { value, oneOffs } = basis;
  const { days, of } = proration;
  const prorated = share(value, proration, currency);
  const words = `${text(value)} for ${days} of the ${of} days of the period`;
  const operands = { value, days: Decimal.ofInteger(days), of: Decimal.ofInteger(of) };
  const first = step("proration", words, prorated, operands);
  if (oneOffs === undefined || limit.equals(prorated)) return [first];
  const sum = `${text(prorated)} + ${text(oneOffs)}`;
  const wholeWords = `one-off charges are not prorated: ${sum}, at most the ${text(value)} of a whole period`;
  return [first, step("one_offs", wholeWords, limit, { amount: prorated, oneOffs, value })];
}

/** The part of each line that serves the period, if the line serves more than the period. */
function spreadSteps(basis: Basis<"adjustment">, amounts: readonly Decimal[], currency: string): ExplainedStep[] {
  const counted = countedAmounts(basis, amounts, currency);
  return basis.positions.flatMap((position, index) => {
    const [part, result] = [basis.shares?.[index] ?? null, counted[index]];
    const amount = amounts[position];
    if (part === null || result === undefined || amount === undefined) return [];
    const upTo = (days: number) => `${text(amount)} × ${days}/${part.of}`;
    const words = part.before === 0 ? upTo(part.through) : `${upTo(part.through)} − ${upTo(part.before)}, each rounded`;
    const operands = {
      amount,
      through: Decimal.ofInteger(part.through),
      before: Decimal.ofInteger(part.before),
      of: Decimal.ofInteger(part.of),
    };
    return [step("spread", `the part of ${text(amount)} that serves these days: ${words}`, result, operands)];
  });
}

const RULES = {
  amount: (value: string, spent: string) => `a discount of ${value}, at most the ${spent} charged in the period`,
  minimum: (value: string, spent: string) => `raises the ${spent} charged in the period to the minimum of ${value}`,
  maximum: (value: string, spent: string) => `lowers the ${spent} charged in the period to the maximum of ${value}`,
};

function money(amount: Decimal, currency: string): string {
  return `${formatAmount({ amount, currency })} ${currency}`;
}
