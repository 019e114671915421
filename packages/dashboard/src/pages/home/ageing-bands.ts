import type { AgeingItemBandBand } from "@counterfoil/sdk";

/** The age bands with their names and colors. Later bands are more urgent. */
export const BANDS: Readonly<Record<AgeingItemBandBand, { readonly name: string; readonly background: string }>> = {
  not_due: { name: "Not due yet", background: "bg-chart-5" },
  "1_30": { name: "1 to 30 days overdue", background: "bg-warn" },
  "31_60": { name: "31 to 60 days overdue", background: "bg-warn" },
  "61_90": { name: "61 to 90 days overdue", background: "bg-bad" },
  over_90: { name: "Over 90 days overdue", background: "bg-bad" },
};
