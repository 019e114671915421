/**
 * @param {unknown} condition
 * @param {string} fault what is wrong if it does not hold
 */
export function expectThat(condition, fault) {
  if (!condition) throw new Error(fault);
}
