/** What an erasure leaves, and by which duty. */
export interface KeptRecord {
  what: string;
  /** Null where nobody counts them. */
  count: number | null;
  why: string;
}
