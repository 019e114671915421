import { problemResponse } from "../answers/problem.ts";
import { BodyTooLargeError } from "./read-body.ts";
import {
  verifyWebhook,
  type WebhookCheck,
  type WebhookEvent,
  type WebhookNotification,
  WebhookVerificationError,
} from "./verify-webhook.ts";

/** One function for each type of notification that the application wants to know about. */
export type WebhookCallbacks<Context> = {
  readonly [Type in WebhookEvent["type"]]?: (
    event: Extract<WebhookEvent, { readonly type: Type }>,
    context: Context,
  ) => unknown;
};

export type WebhookSecret = string | readonly string[];

/** `Context` is the request as the framework passes it. */
export interface WebhookHandlerOptions<Context> {
  /**
   * `whsec_…`, from the response that created the endpoint. Pass several while you rotate the secret, or a function that
   * reads it at each request.
   */
  readonly secret:
    | WebhookSecret
    | undefined
    | ((context: Context) => WebhookSecret | undefined | PromiseLike<WebhookSecret | undefined>);
  /**
   * Called with each verified notification of its type, and awaited. If it throws, the framework answers with 500 and
   * Counterfoil sends the notification again. A notification may arrive twice with the same `id`.
   */
  readonly on: WebhookCallbacks<Context>;
  /** Called with notifications that `on` has no function for, including types that this version does not know. */
  readonly onOther?: ((event: WebhookNotification, context: Context) => unknown) | undefined;
  /** A request was refused with 400: it is not from Counterfoil, is a replay, or the secret is wrong. Use it for logging. */
  readonly onRefused?: ((error: WebhookVerificationError, context: Context) => unknown) | undefined;
  /** Maximum age of a request; 300 by default. */
  readonly toleranceSeconds?: number | undefined;
  /** Larger bodies are refused with 413; 10 MiB by default. */
  readonly largestBodyBytes?: number | undefined;
}

/** The parts of a request that the signature covers. */
export interface ReceivedWebhook {
  readonly headers: WebhookCheck["headers"];
  readonly readBody: (largestBytes: number) => Promise<string | Uint8Array>;
}

const LARGEST_BODY_BYTES = 10 * 1024 * 1024;

/** Verifies a request, calls the application, and returns the response: 204, or 400 if the request is not authentic. */
export async function receiveWebhook<Context>(
  options: WebhookHandlerOptions<Context>,
  context: Context,
  { headers, readBody }: ReceivedWebhook,
): Promise<Response> {
  const secret = await secretOf(options, context);
  let event: WebhookEvent;
  try {
    const body = await readBody(options.largestBodyBytes ?? LARGEST_BODY_BYTES);
    const { toleranceSeconds } = options;
    event = await verifyWebhook({
      body,
      headers,
      secret,
      ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
    });
  } catch (error) {
    if (error instanceof BodyTooLargeError) {
      const title = "The body is too large";
      return problemResponse({ status: 413, code: "body_too_large", title, detail: error.message });
    }
    if (!(error instanceof WebhookVerificationError)) throw error;
    await options.onRefused?.(error, context);
    const title = "The webhook could not be verified";
    return problemResponse({ status: 400, code: error.code, title, detail: error.message });
  }
  const callback = options.on[event.type] as ((event: WebhookEvent, context: Context) => unknown) | undefined;
  await (callback ?? options.onOther)?.(event, context);
  return new Response(null, { status: 204 });
}

async function secretOf<Context>({ secret }: WebhookHandlerOptions<Context>, context: Context): Promise<WebhookSecret> {
  const found = typeof secret === "function" ? await secret(context) : secret;
  if (found === undefined || found.length === 0) {
    throw new TypeError(
      "The webhook handler has no `secret`. Set it to the whsec_… from the response to POST /webhook-endpoints. Is the environment variable set?",
    );
  }
  return found;
}
