/** A named group of prices, in the order in which they were given. */
export interface BundleRow {
  id: string;
  name: string;
  description: string | null;
  priceIds: string[];
  createdAt: string;
  updatedAt: string;
}
