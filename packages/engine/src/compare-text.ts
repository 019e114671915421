/** Compares two texts by their characters. The order is the same on every machine and in every language. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
