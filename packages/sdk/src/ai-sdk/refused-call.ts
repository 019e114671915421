import type { CheckCreditResult } from "../generated/types.gen.ts";
import type { ModelCall } from "./model-usage-options.ts";

/** A call of a model that was not made, so that it costs nothing. */
export class ModelCallRefusedError extends Error {
  override readonly name = "ModelCallRefusedError";
  /** The reason of the refused hold, or `billing_unreachable` if Counterfoil did not answer. */
  readonly code: NonNullable<CheckCreditResult["reason"]> | "billing_unreachable";
  readonly call: ModelCall;
  /** The refused hold, with the amount that the call may cost and what is available. Null if Counterfoil did not answer. */
  readonly hold: CheckCreditResult | null;

  constructor(call: ModelCall, hold: CheckCreditResult | null, cause?: unknown) {
    super(messageOf(call, hold), cause === undefined ? undefined : { cause });
    this.code = hold === null ? "billing_unreachable" : (hold.reason ?? "insufficient_credit");
    this.call = call;
    this.hold = hold;
  }
}

function messageOf({ account, model }: ModelCall, hold: CheckCreditResult | null): string {
  if (hold === null) return `The call of ${model} was not made, because the billing server did not answer.`;
  const { reason, amount, available, currency } = hold;
  const name = JSON.stringify(account);
  return `The call of ${model} for account ${name} was not made: ${reason}. It may cost ${amount} ${currency}, and ${available} ${currency} is available.`;
}
