/** What an erasure keeps, and by which duty. */
export interface KeptRecord {
  what: string;
  /** Null if they are not counted. */
  count: number | null;
  why: string;
}
