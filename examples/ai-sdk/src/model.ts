import { gateway, type LanguageModel, simulateReadableStream } from "ai";
import { MockLanguageModelV4 } from "ai/test";

type Model = Exclude<LanguageModel, string>;

/** `openai/gpt-5` through the AI Gateway, with AI_GATEWAY_API_KEY; or `mock`, the mock of the AI SDK, which costs nothing. */
export function openModel(name: string): Extract<Model, { specificationVersion: "v4" }> {
  return name === "mock" ? mock() : gateway(name);
}

function mock() {
  const finishReason = { unified: "stop", raw: "stop" } as const;
  const usage = {
    inputTokens: { total: 120, noCache: 100, cacheRead: 20, cacheWrite: 0 },
    outputTokens: { total: 45, text: 30, reasoning: 15 },
  };
  return new MockLanguageModelV4({
    provider: "mock",
    modelId: "mock-1",
    doGenerate: async () => ({ content: [{ type: "text", text: "Hello." }], finishReason, usage, warnings: [] }),
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: [
          { type: "stream-start", warnings: [] },
          { type: "text-start", id: "1" },
          { type: "text-delta", id: "1", delta: "Hello " },
          { type: "text-delta", id: "1", delta: "again." },
          { type: "text-end", id: "1" },
          { type: "finish", finishReason, usage },
        ],
      }),
    }),
  });
}
