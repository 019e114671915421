import { createClient } from "@counterfoil/sdk";
import { ModelCallRefusedError, usageMiddleware } from "@counterfoil/sdk/ai-sdk";
import { openEventSpool } from "@counterfoil/sdk/node";
import { generateText, streamText, wrapLanguageModel } from "ai";
import { openModel } from "./model.js";

const client = createClient({ baseUrl: process.env.COUNTERFOIL_URL, apiKey: process.env.COUNTERFOIL_API_KEY });

// On disk: usage that a customer owes survives a crash of this program.
const usage = await openEventSpool(client.events, {
  folder: process.env.USAGE_FOLDER ?? "./usage",
  onRejected: ({ event, detail }) => console.error(`not counted: ${detail}`, event),
});

const isPrepaid = process.env.PREPAID === "yes";
const model = wrapLanguageModel({
  model: openModel(process.env.MODEL ?? "mock"),
  middleware: usageMiddleware({
    usage,
    // Without a hold, calls are only recorded, and the customer pays afterwards.
    hold: isPrepaid
      ? { client, onFailure: (error, call) => console.error(`no hold for ${call.account}`, error) }
      : undefined,
    properties: { application: "example" },
    onEstimated: (call, reason) => console.error(`estimated usage of ${call.model} for ${call.account}: ${reason}`),
    onError: (error, event) => console.error("usage could not be stored", error, event),
  }),
});

const account = process.argv[2] ?? "acme";
const prompt = process.argv[3] ?? "Say hello.";
const request = {
  model,
  prompt,
  // What a call may cost, and so what is held for it, depends on its maximum.
  maxOutputTokens: 500,
  // The account that pays. Each call can name another one.
  providerOptions: { counterfoil: { account } },
};

function tell(error: unknown): void {
  if (!(error instanceof ModelCallRefusedError)) throw error;
  console.log(`refused: ${error.code}, ${error.hold?.available ?? "nothing"} is available`);
}

try {
  const { text } = await generateText(request);
  console.log(`whole: ${text}`);

  process.stdout.write("streamed: ");
  // A stream does not throw the refusal.
  const { textStream } = streamText({ ...request, onError: ({ error }) => tell(error) });
  for await (const part of textStream) process.stdout.write(part);
  process.stdout.write("\n");
} catch (error) {
  tell(error);
}

await usage.close({ drainMilliseconds: 10_000 });
