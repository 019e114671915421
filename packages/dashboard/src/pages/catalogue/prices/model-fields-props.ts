import type { PriceDraft } from "./price-draft.ts";

export interface ModelFieldsProps {
  readonly draft: PriceDraft;
  readonly unit: string;
  readonly error: unknown;
  readonly onChange: (change: Partial<PriceDraft>) => void;
}
