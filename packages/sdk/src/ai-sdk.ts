import { anthropicDialect } from "./ai-sdk/anthropic-dialect.ts";
import { wrapClient, type ModelClient } from "./ai-sdk/metered-client.ts";
import type { ModelUsageOptions } from "./ai-sdk/model-usage-options.ts";
import { openAIDialect } from "./ai-sdk/openai-dialect.ts";

export type {
  CreditHolder,
  EstimateReason,
  ExpectedCall,
  HoldOptions,
  ModelCall,
  ModelUsageOptions,
  UsageSink,
} from "./ai-sdk/model-usage-options.ts";
export type { ModelClient } from "./ai-sdk/metered-client.ts";
export { ModelCallRefusedError } from "./ai-sdk/refused-call.ts";
export type { TokenCounts, TokenProperties } from "./ai-sdk/token-counts.ts";
export { usageMiddleware, type UsageMiddleware } from "./ai-sdk/usage-middleware.ts";
export type { NewUsageEvent } from "./events/new-event.ts";

/**
 * A copy of a client of OpenAI (`openai` 5 or later) that holds credit before each call of a model, and records its tokens
 * as one usage event: chat completions, responses, completions and embeddings, with all helpers of the client. Other
 * requests pass unchanged.
 *
 *     const openai = wrapOpenAI(new OpenAI(), { usage, hold: { client }, account: "acme", onError });
 *     await openai.responses.create({ model: "gpt-5", input: "Hello" });
 */
export function wrapOpenAI<Client extends ModelClient>(client: Client, options: ModelUsageOptions): Client {
  return wrapClient(client, openAIDialect, options);
}

/**
 * A copy of a client of Anthropic (`@anthropic-ai/sdk`) that holds credit before each message, and records its tokens as one
 * usage event, with all helpers of the client. Other requests pass unchanged.
 *
 *     const anthropic = wrapAnthropic(new Anthropic(), { usage, hold: { client }, account: "acme", onError });
 *     await anthropic.messages.create({ model: "claude-opus-5", max_tokens: 1_024, messages });
 */
export function wrapAnthropic<Client extends ModelClient>(client: Client, options: ModelUsageOptions): Client {
  return wrapClient(client, anthropicDialect, options);
}
