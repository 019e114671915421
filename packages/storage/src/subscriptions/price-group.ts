export interface PriceGroup {
  name: string | null;
  description: string | null;
  bundleId: string | null;
  priceIds: string[];
}
