/** The digits of a text, for check digit calculations. The text must contain only digits. */

export function digitsOf(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0) - "0".charCodeAt(0));
}

/** The sum of digit × weight, over as many digits as there are weights. */
export function weightedSum(text: string, weights: readonly number[]): number {
  const digits = digitsOf(text);
  return weights.reduce((sum, weight, place) => sum + weight * (digits[place] ?? 0), 0);
}

/** The digit at a position, the last by default. */
export function digitAt(text: string, place = -1): number {
  return digitsOf(text).at(place) ?? 0;
}

/** The remainder of dividing a whole number of any length. */
export function remainder(text: string, divisor: number): number {
  return digitsOf(text).reduce((rest, digit) => (rest * 10 + digit) % divisor, 0);
}

/** Luhn: every second digit from the right is doubled, and the sum of all digits is a multiple of ten. */
export function isLuhn(text: string): boolean {
  const sum = digitsOf(text)
    .toReversed()
    .reduce((total, digit, place) => total + (place % 2 === 0 ? digit : digitSum(digit * 2)), 0);
  return sum % 10 === 0;
}

/** The sum of the digits of 0–18. */
export function digitSum(value: number): number {
  return value > 9 ? value - 9 : value;
}

/** ISO 7064, mod 11,10: each digit is multiplied into a running product, and the last digit must complete it. */
export function isMod11Ten(text: string): boolean {
  const product = digitsOf(text.slice(0, -1)).reduce((rest, digit) => {
    const sum = (rest + digit) % 10;
    return ((sum === 0 ? 10 : sum) * 2) % 11;
  }, 10);
  return (11 - product) % 10 === digitAt(text);
}

/**
 * The last digit must be 11 − the weighted sum mod 11. `ten` and `eleven` replace the results 10 and 11; -1 means that
 * such a number does not exist.
 */
export function isElevenMinus(text: string, weights: readonly number[], ten: number, eleven: number): boolean {
  const check = 11 - (weightedSum(text, weights) % 11);
  return (check === 10 ? ten : check === 11 ? eleven : check) === digitAt(text);
}
