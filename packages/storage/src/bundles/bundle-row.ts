/** A named group of prices, in the order in which they were given. */
export interface BundleRow {
  id: string;
  name: string;
  description: string | null;
  priceIds: string[];
  /** What is archived is not sold anew; what is sold of it stays sold. */
  archivedAt: string | null;
  createdAt: string;
  updatedAt: string;
}
