import { type Client, createClient, createEventBuffer, type EventBuffer, type UsageEventInput } from "@counterfoil/sdk";
import type { ModelUsageOptions } from "@counterfoil/sdk/ai-sdk";
import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { onTestFinished } from "vitest";
import { flakyProxy, type FlakyProxy } from "./flaky-proxy.ts";

/** The prices of a token, by its kind. */
const PRICES = {
  input: "0.01",
  cached_input: "0.001",
  cache_write: "0.02",
  output: "0.10",
  reasoning: "0.20",
} as const;

/** An account with prepaid credit that pays for each kind of tokens, on a real server that can be unreachable. */
export interface PrepaidAccount {
  readonly story: Story;
  readonly client: Client;
  /** Between the client and the server. */
  readonly server: FlakyProxy;
  readonly buffer: EventBuffer;
  /** Options of a metering with holds. */
  readonly metering: ModelUsageOptions & { readonly hold: NonNullable<ModelUsageOptions["hold"]> };
  /** Without holds. */
  readonly recording: ModelUsageOptions;
  /** Events that could not be stored, and failures of holds. */
  readonly faults: unknown[];
  /** What the server rejected. */
  readonly rejected: UsageEventInput[];
  /** `[running, held, available]`, after all events were answered. */
  balance(): Promise<readonly string[]>;
  /** The properties of the stored events, oldest first, after all were answered. */
  events(): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** @param credit the amount of the grant, in USD */
export async function prepaidAccount(credit: string): Promise<PrepaidAccount> {
  const story = await scenario({ start: "2026-01-01" });
  const kinds = Object.entries(PRICES).map(([kind, unit]) =>
    story.usage(kind, { unit }, { event: "model_call", measure: `sum ${kind}_tokens` }),
  );
  await story.subscribe({ prices: await Promise.all(kinds) });
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: credit });
  const server = await flakyProxy(story.environment.url);
  const client = createClient({ baseUrl: server.url, apiKey: story.api.token });
  const faults: unknown[] = [];
  const rejected: UsageEventInput[] = [];
  const buffer = createEventBuffer(client.events, {
    flushMilliseconds: 5,
    onRejected: (event) => rejected.push(event),
  });
  onTestFinished(async () => void (await buffer.close(1_000)));
  const recording: ModelUsageOptions = {
    usage: buffer,
    account: story.accountId,
    now: () => story.instant("2026-01-01"),
    onError: (error) => faults.push(error),
  };
  return {
    story,
    client,
    server,
    buffer,
    recording,
    // Longer than the default, because tests share a busy machine.
    metering: { ...recording, hold: { client, timeoutMilliseconds: 60_000, onFailure: (error) => faults.push(error) } },
    faults,
    rejected,
    async balance() {
      await buffer.flush();
      const { balances } = await client.accounts.getCredit(story.accountId);
      return balances.flatMap(({ running, held, available }) => [running, held, available]);
    },
    async events() {
      await buffer.flush();
      const all = await client.events.list({ eventName: "model_call", order: "asc" }).all();
      return all.map(({ properties }) => properties ?? {});
    },
  };
}
