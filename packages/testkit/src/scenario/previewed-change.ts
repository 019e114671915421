import type { StoryInvoice } from "./invoice-text.ts";

/** What `…/changes/preview` answers: the invoice that the change would make at once, or null. */
export interface Preview {
  readonly invoice: StoryInvoice | null;
}

/** An invoice without what differs between a preview and the change itself: ids and the moment of writing. */
export function previewedInvoice(invoice: StoryInvoice): object {
  const { lineItems, ...members } = invoice;
  return { ...withoutIds(members), lineItems: lineItems.map(withoutIds) };
}

const WRITTEN_ANEW = ["id", "versionId", "priceId", "createdAt", "updatedAt"];

function withoutIds(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !WRITTEN_ANEW.includes(name)));
}
