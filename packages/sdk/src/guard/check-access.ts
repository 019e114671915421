import { type Problem, problemResponse } from "../answers/problem.ts";
import type { CheckEntitlementRequest, CheckEntitlementResult } from "../generated/types.gen.ts";
import { connectionError, CounterfoilError } from "../request/error.ts";
import type { RequestOptions } from "../request/options.ts";

/** A client that can check entitlements: the one of `createClient`, or `{ accounts: new AccountsApi(connection) }`. */
export interface EntitlementChecker {
  readonly accounts: {
    checkEntitlement(
      account: string,
      feature: string,
      body?: CheckEntitlementRequest,
      options?: RequestOptions,
    ): PromiseLike<CheckEntitlementResult>;
  };
}

/** The ID or an alias of the account that a request acts for; null or undefined if there is none. */
export type AccountOf<Context> = (
  context: Context,
) => string | null | undefined | PromiseLike<string | null | undefined>;

/** `Context` is the request as the framework passes it. */
export interface GuardOptions<Context> {
  readonly client: EntitlementChecker | ((context: Context) => EntitlementChecker);
  /** The key of the feature that the request needs. */
  readonly feature: string | ((context: Context) => string);
  /**
   * The account of the request. Derive it from the session that you have verified, never from a value that the
   * customer can choose.
   */
  readonly account: AccountOf<Context>;
  /** How much the request needs; 1 by default. For features with a limit. */
  readonly quantity?: string | ((context: Context) => string | PromiseLike<string>) | undefined;
  /**
   * What happens to requests while Counterfoil does not answer: `allow` lets them through unchecked, `refuse` answers
   * with 503.
   */
  readonly whenUnreachable: "allow" | "refuse";
  /** Counterfoil did not answer. Use it for logging. */
  readonly onUnreachable?: ((error: CounterfoilError, context: Context) => unknown) | undefined;
  /** Milliseconds to wait for Counterfoil, including a retry; 2,000 by default. */
  readonly timeoutMilliseconds?: number | undefined;
}

/** Why a request was refused. It is the body of the response. */
export interface Refusal extends Problem {
  readonly status: 401 | 402 | 403 | 503;
  readonly code: "account_required" | "limit_reached" | "not_entitled" | "billing_unreachable";
  readonly feature: string;
  /** The result of the check, with the limit and when it resets. Null if there was no check. */
  readonly entitlement: CheckEntitlementResult | null;
}

export type Access =
  /** `entitlement` is null if Counterfoil did not answer, and `whenUnreachable` is `allow`. */
  | { readonly kind: "allowed"; readonly entitlement: CheckEntitlementResult | null }
  | { readonly kind: "refused"; readonly refusal: Refusal };

const TIMEOUT_MILLISECONDS = 2_000;
const RETRY_AFTER_SECONDS = "5";

/**
 * Whether the account of a request may use the feature. Throws if Counterfoil rejects the check itself: a wrong key, an
 * unknown account, an unknown feature. These are mistakes that a refusal would hide.
 */
export async function checkAccess<Context>(options: GuardOptions<Context>, context: Context): Promise<Access> {
  const feature = typeof options.feature === "function" ? options.feature(context) : options.feature;
  const account = (await options.account(context)) ?? "";
  if (account === "") return refused({ feature, ...ACCOUNT_REQUIRED });
  const client = typeof options.client === "function" ? options.client(context) : options.client;
  const quantity = typeof options.quantity === "function" ? await options.quantity(context) : options.quantity;
  const timeoutMilliseconds = options.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS;
  const deadline = AbortSignal.timeout(timeoutMilliseconds);
  try {
    // Without a key, because a check that reserves nothing changes nothing.
    const request = { idempotencyKey: null, retries: 1, timeoutMilliseconds, signal: deadline };
    const body = quantity === undefined ? {} : { quantity };
    const entitlement = await client.accounts.checkEntitlement(account, feature, body, request);
    if (entitlement.allowed) return { kind: "allowed", entitlement };
    return refused({ feature, entitlement, ...reasonOf(entitlement, feature) });
  } catch (error) {
    const late = `No response in ${timeoutMilliseconds} ms.`;
    const cause = deadline.aborted ? connectionError("timed_out", late, error) : error;
    if (!isUnreachable(cause)) throw error;
    await options.onUnreachable?.(cause, context);
    if (options.whenUnreachable === "allow") return { kind: "allowed", entitlement: null };
    return refused({ feature, ...BILLING_UNREACHABLE });
  }
}

/** The response to a refused request, where the application does not send its own. */
export function refusalResponse(refusal: Refusal): Response {
  return problemResponse(refusal, refusal.status === 503 ? { "Retry-After": RETRY_AFTER_SECONDS } : {});
}

const ACCOUNT_REQUIRED = {
  status: 401,
  code: "account_required",
  title: "Sign in first",
  detail: "The request belongs to no account.",
} as const;

const BILLING_UNREACHABLE = {
  status: 503,
  code: "billing_unreachable",
  title: "Entitlements cannot be checked",
  detail: "The billing server did not answer. Try again later.",
} as const;

function reasonOf({ reason, limit, resetsAt }: CheckEntitlementResult, feature: string) {
  if (reason === "limit_reached") {
    const reset = resetsAt === null ? "" : ` It resets at ${resetsAt}.`;
    const detail = `The limit of ${limit ?? "0"} for ${JSON.stringify(feature)} is reached.${reset}`;
    return { status: 402, code: "limit_reached", title: "The limit is reached", detail } as const;
  }
  const detail = `The account's plan does not include ${JSON.stringify(feature)}.`;
  return { status: 403, code: "not_entitled", title: "Not included in the plan", detail } as const;
}

function refused(refusal: Omit<Refusal, "entitlement"> & Partial<Pick<Refusal, "entitlement">>): Access {
  return { kind: "refused", refusal: { ...refusal, entitlement: refusal.entitlement ?? null } };
}

/** Counterfoil, or something in front of it, does not answer now. Any other error would be the same later. */
export function isUnreachable(error: unknown): error is CounterfoilError {
  return error instanceof CounterfoilError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
