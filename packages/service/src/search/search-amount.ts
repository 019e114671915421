const AMOUNT = /^\d{1,3}(?:[.,'\u00a0\u202f ]\d{3})*(?:[.,]\d{1,12})?$|^\d{1,15}(?:[.,]\d{1,12})?$/;

/**
 * The amounts that a text can mean, as decimals: a currency is ignored, the last separator can be a decimal point or a
 * decimal comma, and `1,200` can be both. Empty if the text is not an amount.
 */
export function readAmounts(text: string): string[] {
  const digits = text
    .trim()
    .replace(/^(?:[A-Z]{3}|\p{Sc})\s*|\s*(?:[A-Z]{3}|\p{Sc})$/giu, "")
    .trim();
  if (!AMOUNT.test(digits)) return [];
  const last = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  const whole = digits.replace(/\D/g, "");
  if (last === -1) return [whole];
  const decimal = `${digits.slice(0, last).replace(/\D/g, "")}.${digits.slice(last + 1)}`;
  const separator = digits[last] ?? "";
  if (digits.split(separator).length > 2) return [whole];
  const isGroup = digits.length - last - 1 === 3 && last <= 3;
  return isGroup ? [whole, decimal] : [decimal];
}
