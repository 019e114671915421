import type { StoryInvoice } from "./invoice-text.ts";

/** The response of `…/changes/preview`: the invoice that the change would issue immediately, or null. */
export interface Preview {
  readonly invoice: StoryInvoice | null;
}

/** An invoice without the parts that differ between a preview and the change: IDs and creation times. */
export function previewedInvoice(invoice: StoryInvoice): object {
  const { lineItems, ...members } = invoice;
  return { ...withoutIds(members), lineItems: lineItems.map(withoutIds) };
}

const WRITTEN_ANEW = ["id", "versionId", "priceId", "createdAt", "updatedAt"];

function withoutIds(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !WRITTEN_ANEW.includes(name)));
}
