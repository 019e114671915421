import type { PrintedAdjustments, PrintedDiscount, PrintedSpend } from "../quote/printed-quote.ts";
import { durationText } from "../format/duration-format.ts";
import { fill } from "../words/words-of.ts";
import { intervalWord } from "./interval-word.ts";
import type { Writing } from "./writing.ts";

/** One text each: "Discount 10%, for 3 months", "Minimum €500.00, monthly". */
export function adjustmentTexts({ discount, minimum, maximum }: PrintedAdjustments, writing: Writing): string[] {
  const { words } = writing;
  return [
    ...(discount === null ? [] : [discountText(discount, writing)]),
    ...(minimum === null ? [] : [spendText(words.minimumOf, minimum, writing)]),
    ...(maximum === null ? [] : [spendText(words.maximumOf, maximum, writing)]),
  ];
}

function discountText({ type, value, interval, duration, until }: PrintedDiscount, writing: Writing): string {
  const { words, formats, text, amount, traits } = writing;
  const discount = type === "percentage" ? text(formats.number.percent(value)) : amount(value);
  const taken = fill(words.discountOf, { discount });
  const time = duration && text(durationText(traits.formatLocale, duration.count, duration.unit));
  return [
    interval === null ? taken : `${taken} · ${intervalWord(interval, words)}`,
    ...(time === null ? [] : [fill(words.forTime, { time })]),
    ...(until === null ? [] : [fill(words.validUntil, { date: text(formats.period.date(until)) })]),
  ].join(" · ");
}

function spendText(word: string, spend: PrintedSpend, { words, amount }: Writing): string {
  const limit = fill(word, { amount: amount(spend.amount) });
  return spend.interval === null ? limit : `${limit} · ${intervalWord(spend.interval, words)}`;
}
