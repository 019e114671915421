/** A billed month by its first day and that of the next one, such as `2026-01-01` and `2026-02-01`. */
export interface Month {
  /** From 0. */
  readonly place: number;
  readonly first: string;
  readonly next: string;
}

/** January 2026 and the months after it. */
export function monthsFromJanuary(count: number): Month[] {
  const dayOf = (place: number) => new Date(Date.UTC(2026, place, 1)).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, place) => ({ place, first: dayOf(place), next: dayOf(place + 1) }));
}
