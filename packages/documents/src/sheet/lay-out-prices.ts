import type { PrintedPrice, PrintedPricing, PrintedTier, PrintedVersion } from "../quote/printed-quote.ts";
import { durationText } from "../format/duration-format.ts";
import { pluralText } from "../words/plural.ts";
import { fill } from "../words/words-of.ts";
import { adjustmentTexts } from "./adjustment-texts.ts";
import type { SheetRow, SheetTable } from "./document-sheet.ts";
import { intervalWord } from "./interval-word.ts";
import { isZero } from "./lay-out-totals.ts";
import type { Writing } from "./writing.ts";

/**
 * What a version sells: a section for each group, and a row for each price, followed by its tiers or combinations.
 *
 * @param agreed formats discounts and limits
 */
export function layOutPrices(
  { groups }: PrintedVersion,
  currency: string,
  writing: Writing,
  agreed: Writing,
): SheetTable {
  const { words, text } = writing;
  return {
    columns: [words.description, words.quantity, words.unitPrice, fill(words.amountIn, { currency })],
    sections: groups
      .filter(({ prices }) => prices.length > 0)
      .map(({ name, description, prices }) => ({
        title:
          name === null
            ? null
            : [name, description]
                .filter((part) => part !== null)
                .map(text)
                .join(" · "),
        rows: prices.flatMap((price) => [layOutPrice(price, writing, agreed), ...layOutSteps(price.pricing, writing)]),
      })),
  };
}

function layOutPrice(price: PrintedPrice, writing: Writing, agreed: Writing): SheetRow {
  const { words, text, traits } = writing;
  const { pricing, trialDays } = price;
  const trial =
    trialDays === null ? null : `${words.trial}: ${text(durationText(traits.formatLocale, trialDays, "day"))}`;
  const billed = [intervalWord(price.interval, words), price.isInAdvance ? words.inAdvance : words.inArrears].join(
    ", ",
  );
  const unit = price.unit === null || pricing.kind === "fixed" ? null : fill(words.perUnit, { unit: text(price.unit) });
  const facts = [billed, unit, ...pricingTexts(pricing, writing), trial, ...adjustmentTexts(price.adjustments, agreed)];
  const description = price.description === null ? [] : [text(price.description)];
  return {
    description: text(price.name),
    small: [...description, facts.filter((fact) => fact !== null).join(" · ")].join("\n"),
    cells: cellsOf(pricing, writing),
    quiet: false,
    isStep: false,
  };
}

function cellsOf(pricing: PrintedPricing, { decimal, formats, text }: Writing): string[] {
  switch (pricing.kind) {
    case "fixed":
      return [decimal(pricing.quantity), decimal(pricing.unitPrice), decimal(pricing.amount)];
    case "unit":
      return ["", decimal(pricing.unitPrice), ""];
    case "package":
      return ["", decimal(pricing.price), ""];
    case "percentage":
      return ["", text(formats.number.percent(pricing.percentage)), ""];
    case "tiers":
    case "combinations":
    case "expression":
      return ["", "", ""];
    default:
      return pricing satisfies never;
  }
}

/** Explanations that the numbers of a pricing model alone do not give. */
function pricingTexts(pricing: PrintedPricing, { words, traits, decimal, amount, text }: Writing): string[] {
  switch (pricing.kind) {
    case "fixed":
    case "unit":
    case "combinations":
      return [];
    case "tiers":
      return [
        ...(pricing.prepaid === null
          ? []
          : [
              fill(pluralText(words.prepaid, pricing.prepaid, traits.language), { quantity: decimal(pricing.prepaid) }),
            ]),
        pricing.isGraduated ? words.graduatedTiers : words.volumeTiers,
      ];
    case "package":
      return [
        fill(words.packageOf, { size: decimal(pricing.size) }),
        ...(isZero(pricing.included) ? [] : [fill(words.included, { quantity: decimal(pricing.included) })]),
      ];
    case "percentage":
      return [
        ...(isZero(pricing.perEvent) ? [] : [fill(words.perEvent, { amount: amount(pricing.perEvent) })]),
        ...(isZero(pricing.fixedFee) ? [] : [fill(words.flatFee, { amount: amount(pricing.fixedFee) })]),
      ];
    case "expression":
      return [fill(words.formula, { expression: text(pricing.expression) })];
    default:
      return pricing satisfies never;
  }
}

/** The rows below a price, one for each of its tiers or combinations. */
function layOutSteps(pricing: PrintedPricing, writing: Writing): SheetRow[] {
  const { words, text, decimal } = writing;
  const step = (label: string, unitPrice: string): SheetRow => ({
    description: label,
    small: null,
    cells: ["", unitPrice, ""],
    quiet: true,
    isStep: true,
  });
  if (pricing.kind === "tiers") {
    return pricing.tiers.map((tier, index) => {
      const fee = isZero(tier.fixedFee) ? "" : fill(words.flatFee, { amount: decimal(tier.fixedFee) });
      const range = [tierRange(pricing.tiers[index - 1], tier, writing), fee].filter((part) => part !== "");
      return step(range.join(" · "), tierPrice(tier, pricing.asks, writing));
    });
  }
  if (pricing.kind !== "combinations") return [];
  const otherwise = pricing.otherwise === null ? [] : [step(words.otherCombinations, decimal(pricing.otherwise))];
  return [...pricing.combinations.map(({ label, unitPrice }) => step(text(label), decimal(unitPrice))), ...otherwise];
}

/** "≤ 100", "> 100 – 500", "> 500". Only upper bounds decide (R-RATE-1), and these signs need no translation. */
function tierRange(before: PrintedTier | undefined, tier: PrintedTier, { formats, text }: Writing): string {
  const above = before?.upTo ?? null;
  const figures = formats.number.decimal;
  if (tier.upTo === null) return text(above === null ? "≥ 0" : `> ${figures(above)}`);
  return text(above === null ? `≤ ${figures(tier.upTo)}` : `> ${figures(above)} – ${figures(tier.upTo)}`);
}

function tierPrice(
  { unitPrice }: PrintedTier,
  asks: "price" | "percentage",
  { formats, text, decimal }: Writing,
): string {
  return asks === "price" ? decimal(unitPrice) : text(formats.number.percent(unitPrice));
}
