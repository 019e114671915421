import type { PrintedAdjustments, PrintedDiscount, PrintedSpend } from "../quote/printed-quote.ts";
import { durationText } from "../format/duration-format.ts";
import { fill } from "../words/words-of.ts";
import { intervalWord } from "./interval-word.ts";
import type { Writing } from "./writing.ts";

/** "Discount 10%, for 3 months", "Minimum €500.00, monthly": each a text of its own. */
export function adjustmentTexts({ discount, minimum, maximum }: PrintedAdjustments, writing: Writing): string[] {
  const { words } = writing;
  return [
    ...(discount === null ? [] : [discountText(discount, writing)]),
    ...(minimum === null ? [] : [spendText(words.minimumOf, minimum, writing)]),
    ...(maximum === null ? [] : [spendText(words.maximumOf, maximum, writing)]),
  ];
}

function discountText({ type, value, duration }: PrintedDiscount, { words, formats, text, amount, traits }: Writing): string {
  const discount = type === "percentage" ? text(formats.number.percent(value)) : amount(value);
  const taken = fill(words.discountOf, { discount });
  if (duration === null) return taken;
  const time = text(durationText(traits.formatLocale, duration.count, duration.unit));
  return `${taken} · ${fill(words.forTime, { time })}`;
}

function spendText(word: string, spend: PrintedSpend, { words, amount }: Writing): string {
  const limit = fill(word, { amount: amount(spend.amount) });
  return spend.interval === null ? limit : `${limit} · ${intervalWord(spend.interval, words)}`;
}
