/** Counts how often each feature took part. A simulation that never uses a feature proves nothing about it. */
export class Coverage {
  readonly #counts = new Map<string, number>();

  count(feature: string, times = 1): void {
    this.#counts.set(feature, (this.#counts.get(feature) ?? 0) + times);
  }

  add(other: Coverage): void {
    for (const [feature, times] of other.entries()) this.count(feature, times);
  }

  /** By name. */
  entries(): [feature: string, times: number][] {
    return [...this.#counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  }

  missing(expected: readonly string[]): string[] {
    return expected.filter((feature) => (this.#counts.get(feature) ?? 0) === 0);
  }
}
