import { wrapOpenAI } from "@counterfoil/sdk/ai-sdk";
import OpenAI from "openai";
import { type FaultyAnswer, faultyServer } from "../../support/faulty-server.ts";
import { prepaidAccount } from "./prepaid-account.ts";

const MESSAGES = [{ role: "user" as const, content: "Hello" }];
/** Its prompt has 20 bytes: "role", "user", "content" and "Hello". */
export const CHAT = { model: "gpt-5", messages: MESSAGES, max_completion_tokens: 100 } as const;

/** A metered client of OpenAI for a prepaid account, and a provider that gives these answers. */
export async function prepaidOpenAI(credit: string, ...answers: readonly FaultyAnswer[]) {
  const account = await prepaidAccount(credit);
  const provider = await faultyServer(...answers);
  const plain = new OpenAI({ baseURL: `${provider.url}/v1`, apiKey: "sk-recorded", maxRetries: 2 });
  return { ...account, provider, plain, openai: wrapOpenAI(plain, account.metering) };
}
