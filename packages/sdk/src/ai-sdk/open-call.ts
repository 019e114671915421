import { completeEvent, type NewUsageEvent } from "../events/new-event.ts";
import type { UsageEventInput } from "../generated/types.gen.ts";
import { type AnswerProgress, usedTokens } from "./answer-progress.ts";
import { type CallSize, expectedTokens } from "./estimate-tokens.ts";
import { type CallHold, holdFor, releaseHold, settleHold } from "./hold-calls.ts";
import type { EstimateReason, ModelCall, ModelUsageOptions } from "./model-usage-options.ts";
import { type TokenCounts, tokenProperties } from "./token-counts.ts";

/** A call that is about to be made. */
export interface ModelRequest extends CallSize {
  readonly provider: string;
  readonly model: string;
  /** The account that the call itself names. */
  readonly account?: string | undefined;
  readonly params: unknown;
}

/** A call from before it is made until its usage is recorded. */
export interface OpenCall {
  /**
   * Records what the call has used, and ends its hold. Only once: an answer may end in several ways at the same time.
   * @param reason why the tokens are estimated, unless the provider has reported them
   */
  finish(progress: AnswerProgress, reason: EstimateReason): Promise<void>;
  /** Ends the hold of a call that failed before it used anything. */
  release(): Promise<void>;
}

/**
 * Holds credit for a call that is about to be made. Throws a `ModelCallRefusedError` if the credit does not cover it, and a
 * `CounterfoilError` if the hold itself is wrong: a wrong key, an unknown account, an event that no price counts.
 */
export async function openCall(options: ModelUsageOptions, request: ModelRequest): Promise<OpenCall> {
  const call = callOf(options, request);
  const { eventName = "model_call", onError } = options;
  const propertiesOf = (tokens: TokenCounts): NonNullable<NewUsageEvent["properties"]> => ({
    ...options.properties,
    provider: call.provider,
    model: call.model,
    ...tokenProperties(tokens),
  });
  let hold =
    options.hold === undefined
      ? null
      : await holdFor(options.hold, {
          call,
          params: request.params,
          expected: expectedTokens(request),
          toEvent: (tokens) => ({ eventName, properties: propertiesOf(tokens) }),
        });
  // Before the call as well, so that an exception in the application's function comes before the costs.
  const uniqueId = options.uniqueId?.(call, request.params) ?? crypto.randomUUID();
  let recording: Promise<void> | null = null;

  function takeHold(): CallHold | null {
    const taken = hold;
    hold = null;
    return taken;
  }

  async function record(tokens: TokenCounts, reason: EstimateReason | null): Promise<void> {
    // The ID and the time are set once, so that an event that is settled and also sent is the same one.
    const event: UsageEventInput = completeEvent({
      uniqueId,
      timestamp: options.now?.(),
      account: call.account,
      eventName,
      properties: { ...propertiesOf(tokens), ...(reason === null ? {} : { estimated: true }) },
    });
    const taken = takeHold();
    if (taken === null || !(await settleHold(taken, event))) {
      await options.usage.send(event).catch((error: unknown) => onError(error, event));
    }
    if (reason !== null) await options.onEstimated?.(call, reason, tokens);
  }

  async function release(): Promise<void> {
    const taken = recording === null ? takeHold() : null;
    if (taken !== null) await releaseHold(taken);
  }

  return {
    release,
    finish(progress, reason) {
      if (recording !== null) return recording;
      const tokens = usedTokens(progress, request.prompt);
      if (tokens === null) return release();
      recording = record(tokens, progress.isMeasured ? null : reason);
      return recording;
    },
  };
}

function callOf({ account, provider }: ModelUsageOptions, request: ModelRequest): ModelCall {
  const payer = request.account ?? (typeof account === "function" ? account() : account);
  // Before the call: a call without an account would cost money that no customer pays.
  if (payer === undefined || payer === "") {
    throw new TypeError(
      'No account pays for this call. Set `account` of the options, or in the AI SDK providerOptions: { counterfoil: { account: "…" } } of the call.',
    );
  }
  return { account: payer, provider: provider ?? request.provider, model: request.model };
}
