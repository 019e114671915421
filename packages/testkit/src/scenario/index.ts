import { endWithFile } from "./end-with-file.ts";
import "./equal-invoices.ts";
import { type Environment, startEnvironment } from "./environment.ts";
import { beginStory, type Story } from "./scenario.ts";
import type { ScenarioOptions } from "./terms.ts";

let started: Promise<Environment> | undefined;

/** The platform for this test file, started on first use. */
export function environment(): Promise<Environment> {
  started ??= startEnvironment();
  return started;
}

endWithFile(async () => {
  const running = await started;
  await running?.stop();
});

/**
 * Starts a story with its own organization and test clock.
 *
 *     const story = await scenario({ start: "2024-01-31" });
 *     await story.subscribe({ prices: [await story.fixed("Base", "35.00")] });
 *     await story.advanceTo("2024-03-31");
 *     expect(await story.invoices()).toEqualInvoices(`
 *       2024-01-31  2024-01-31 → 2024-02-29  Base  1 × 35.00  35.00
 *       2024-02-29  2024-02-29 → 2024-03-31  Base  1 × 35.00  35.00
 *       2024-03-31  2024-03-31 → 2024-04-30  Base  1 × 35.00  35.00
 *     `);
 */
export async function scenario(options: ScenarioOptions): Promise<Story> {
  return beginStory(await environment(), options);
}

export { type Agent, AGENT, connectAgent } from "./agent.ts";
export { type Answer, type Api, createApi, type Json, type RequestOptions } from "./api.ts";
export { bookDifferences } from "./book-differences.ts";
export { toldCredit } from "./credit-notifications.ts";
export { discount, priceDiscount } from "./discount-notation.ts";
export { dropEvents } from "./drop-events.ts";
export { type Check, checkFeature, makeFeatures } from "./entitlements.ts";
export { type Environment, PASSWORD, startEnvironment, TEST_SECRET, type TestOrganization } from "./environment.ts";
export { goldensIn } from "./golden-invoices.ts";
export type { GoldenInvoice } from "./golden-text.ts";
export { invoicesToText, type StoryInvoice, type StoryLine } from "./invoice-text.ts";
export { daysFrom, storyInstant } from "./local-time.ts";
export { periodStarts } from "./period-starts.ts";
export { toldLowMargins } from "./low-margins.ts";
export { parseTiers, type UsagePricing } from "./price-notation.ts";
export {
  acceptQuote,
  decliner,
  declineQuote,
  readQuote,
  readQuoteState,
  type SentQuote,
  sendQuote,
  signer,
} from "./quotes.ts";
export { previewedInvoice } from "./previewed-change.ts";
export { beginStory, type Story } from "./scenario.ts";
export { toldSpendLimits } from "./spend-limits.ts";
export { toldAsText, toldThresholds } from "./usage-alerts.ts";
export type { Change, Ingestion, ScenarioOptions, StoryEvent, SubscriptionTerms } from "./terms.ts";
export { watchReads } from "./watch-reads.ts";
