import type { NewUsageEvent } from "../events/new-event.ts";
import type {
  CheckCreditResult,
  HoldCreditRequest,
  ReleaseCreditHoldRequest,
  SettleCreditHoldRequest,
} from "../generated/types.gen.ts";
import type { RequestOptions } from "../request/options.ts";
import type { TokenCounts } from "./token-counts.ts";

/** Where events go: a buffer of `createEventBuffer`, or a spool of `openEventSpool`. */
export interface UsageSink {
  send(event: NewUsageEvent): Promise<void>;
}

/** A call of a model that the application makes. */
export interface ModelCall {
  readonly account: string;
  /** `openai`, `anthropic`, `google`. */
  readonly provider: string;
  /** As the application names it: `gpt-5`. */
  readonly model: string;
}

/** Why the tokens of a call are an estimate. */
export type EstimateReason = "aborted" | "no_usage_reported";

/** A client that can hold credit: the one of `createClient`, or `{ accounts: new AccountsApi(connection) }`. */
export interface CreditHolder {
  readonly accounts: {
    holdCredit(account: string, body: HoldCreditRequest, options?: RequestOptions): PromiseLike<CheckCreditResult>;
    settleCreditHold(account: string, body: SettleCreditHoldRequest, options?: RequestOptions): PromiseLike<unknown>;
    releaseCreditHold(account: string, body: ReleaseCreditHoldRequest, options?: RequestOptions): PromiseLike<unknown>;
  };
}

/** A call before it is made. */
export interface ExpectedCall extends ModelCall {
  /** What is held unless `estimate` returns something else. */
  readonly expected: TokenCounts;
  /** The parameters of the call, as the client library or the AI SDK has them. */
  readonly params: unknown;
}

export interface HoldOptions {
  readonly client: CreditHolder;
  /**
   * The tokens to hold for a call. What it leaves out is as in `expected`: the size of the prompt, and the maximum output
   * of the call, or 4,096 tokens if it has none. Null makes the call without a hold.
   */
  readonly estimate?:
    ((call: ExpectedCall) => Partial<TokenCounts> | null | PromiseLike<Partial<TokenCounts> | null>) | undefined;
  /**
   * What happens to calls while Counterfoil does not answer: `allow` (the default) makes them without a hold, `refuse`
   * throws a `ModelCallRefusedError`. Their usage is recorded in both cases.
   */
  readonly whenUnreachable?: "allow" | "refuse" | undefined;
  /** Counterfoil did not hold, settle or release. The usage of the call is still recorded. Use it for logging. */
  readonly onFailure?: ((error: unknown, call: ModelCall) => unknown) | undefined;
  /** Longer than your longest call. 900 by default. */
  readonly expiresInSeconds?: number | undefined;
  /** Milliseconds to wait for Counterfoil before the call, and again after it, including a retry; 2,000 by default. */
  readonly timeoutMilliseconds?: number | undefined;
}

export interface ModelUsageOptions {
  readonly usage: UsageSink;
  /** Holds credit before each call, and settles it after the call. Without it, calls are only recorded. */
  readonly hold?: HoldOptions | undefined;
  /**
   * The ID or an alias of the account that pays, or a function that returns it for the current call. With the AI SDK, a call
   * can name it instead: `providerOptions: { counterfoil: { account: "acme" } }`.
   */
  readonly account?: string | (() => string | undefined) | undefined;
  /** `model_call` by default. */
  readonly eventName?: string | undefined;
  /** Additional properties of each event. */
  readonly properties?: NewUsageEvent["properties"];
  /** Replaces the name of the provider, for example for a client of OpenAI that calls another provider. */
  readonly provider?: string | undefined;
  /**
   * The `uniqueId` of the event of a call; random by default. Must differ for each call, also for the steps of a tool loop.
   * An ID that you derive from your own work makes a repeated call count once.
   */
  readonly uniqueId?: ((call: ModelCall, params: unknown) => string | undefined) | undefined;
  /** The `timestamp` of events; the system's time by default. For accounts on a test clock. */
  readonly now?: (() => string | Date) | undefined;
  /** The event of a call has estimated tokens: it was aborted, or the provider reported none. */
  readonly onEstimated?: ((call: ModelCall, reason: EstimateReason, tokens: TokenCounts) => unknown) | undefined;
  /** The event could not be stored: the buffer is closed, or the disk is full. The answer of the model is not affected. */
  readonly onError: (error: unknown, event: NewUsageEvent) => unknown;
}
