import type { Ids } from "@counterfoil/service";

/** The digits of the platform's IDs, in order. */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";

/** IDs that are the same for the same run, and ascend in order of creation. */
export function countedIds(): Ids {
  let count = 0;
  return {
    next(prefix) {
      count += 1;
      const digits = [...count.toString(32)].map((digit) => DIGITS[Number.parseInt(digit, 32)]).join("");
      return `${prefix}_${digits.padStart(26, "0")}`;
    },
  };
}
