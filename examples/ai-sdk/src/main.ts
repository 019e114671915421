import { createClient } from "@counterfoil/sdk";
import { usageMiddleware } from "@counterfoil/sdk/ai-sdk";
import { openEventSpool } from "@counterfoil/sdk/node";
import { generateText, streamText, wrapLanguageModel } from "ai";
import { openModel } from "./model.js";

const client = createClient({ baseUrl: process.env.COUNTERFOIL_URL, apiKey: process.env.COUNTERFOIL_API_KEY });

// On disk: usage that a customer owes survives a crash of this program.
const usage = await openEventSpool(client.events, {
  folder: process.env.USAGE_FOLDER ?? "./usage",
  onRejected: ({ event, detail }) => console.error(`not counted: ${detail}`, event),
});

const model = wrapLanguageModel({
  model: openModel(process.env.MODEL ?? "mock"),
  middleware: usageMiddleware({
    usage,
    properties: { application: "example" },
    onUnmeasured: (call, reason) => console.error(`no usage of ${call.model} for ${call.account}: ${reason}`),
    onError: (error, event) => console.error("usage could not be stored", error, event),
  }),
});

const account = process.argv[2] ?? "acme";
const prompt = process.argv[3] ?? "Say hello.";
// The account that pays. Each call can name another one.
const providerOptions = { counterfoil: { account } };

const { text } = await generateText({ model, prompt, providerOptions });
console.log(`whole: ${text}`);

process.stdout.write("streamed: ");
for await (const part of streamText({ model, prompt, providerOptions }).textStream) process.stdout.write(part);
process.stdout.write("\n");

await usage.close({ drainMilliseconds: 10_000 });
