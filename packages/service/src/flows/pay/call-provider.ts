import { invariant } from "@counterfoil/engine";
import {
  claimDue,
  type Claimed,
  type OutboxTable,
  PAYMENT_CALLS,
  type PaymentRow,
  REFUND_CALLS,
  type RefundRow,
  settleAttempt,
} from "@counterfoil/storage";
import { type Context, transact } from "../../context.ts";
import {
  attemptOnce,
  type Attempts,
  type Outbox,
  type Outcome,
  RETRY_POLICIES,
  workOutbox,
} from "../../outbox/index.ts";
import { findProvider, OutcomeUnknown, type PaymentProvider, ProviderRefusal } from "../../payments/index.ts";
import { askOrPay } from "./ask-or-pay.ts";
import { askOrRefund } from "./ask-or-refund.ts";
import { type PaymentOutcome, settlePayment } from "./settle-payment.ts";
import { type RefundOutcome, settleRefund } from "./settle-refund.ts";

/** Concurrent calls: enough that one slow call does not delay the others, few enough not to be taken for an attack. */
const AT_ONCE = 8;

/**
 * Calls the provider about the waiting payments and refunds of the organization, and records the answers. The intent is
 * committed before the call and the outcome after it, so no transaction is open during a call. Returns the number of
 * calls.
 */
export async function callProvider(
  context: Context,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<number> {
  let found: Promise<PaymentProvider | undefined> | undefined;
  const provider = () => (found ??= findProvider(context));
  const looks = await Promise.all([
    workOutbox(context.clock, claimed(context, provider, PAYMENT_CALLS, paymentCalls(context, provider))),
    workOutbox(context.clock, claimed(context, provider, REFUND_CALLS, refundCalls(context, provider))),
  ]);
  for (const failure of looks.flatMap(({ failures }) => failures)) onFailure(failure);
  return looks.reduce((sum, look) => sum + look.claimed, 0);
}

type FindProvider = () => Promise<PaymentProvider | undefined>;

/** Calls for rows claimed from their table. No call is made while the provider's key cannot be read. */
function claimed<Row, Answer, Settled>(
  context: Context,
  provider: FindProvider,
  table: OutboxTable,
  calls: Attempts<Claimed<Row>, Answer, Settled>,
): Outbox<Claimed<Row>, Answer, Settled> {
  return {
    ...calls,
    atOnce: AT_ONCE,
    isSideBySide: true,
    async claim(lease) {
      const { taken } = await transact(context, ({ tx }) => claimDue<Row>(tx, table, lease));
      if (taken.length > 0) await provider();
      return taken;
    },
    lockedUntil: (row) => row.lockedUntil,
  };
}

/** The result of a call: an outcome, or an unknown result that has to be asked about. */
type Answered<Known> =
  { readonly kind: "answered"; readonly outcome: Known } | { readonly kind: "unknown"; readonly reason: string };

/** Calls about one payment that was claimed or has just begun. If the result is unknown, the call is repeated later. */
export async function callAboutPayment(
  context: Context,
  provider: PaymentProvider | undefined,
  payment: Claimed<PaymentRow>,
): Promise<PaymentRow> {
  const calls = paymentCalls(context, () => Promise.resolve(provider));
  return (await attemptOnce(context.clock, calls, payment)).settled;
}

function paymentCalls(
  context: Context,
  provider: FindProvider,
): Attempts<Claimed<PaymentRow>, Answered<PaymentOutcome>, PaymentRow> {
  return {
    policy: RETRY_POLICIES.paymentCalls,
    tried: ({ id, attempts, calledAt }) => ({ id, attempts, firstAttemptAt: calledAt }),
    attempt: (payment) => answerTo(async () => askOrPay(context, await provider(), payment)),
    late: (reason) => ({ kind: "unknown", reason }),
    judge: ({ kind }) => ({ kind: kind === "answered" ? "done" : "failed" }),
    async settle(payment, answer, outcome) {
      if (answer.kind === "unknown") {
        await askAgain<PaymentRow>(context, PAYMENT_CALLS, payment, { reason: answer.reason, outcome });
        return payment;
      }
      const settled = await settlePayment(context, payment.id, answer.outcome);
      await closeFailed(await provider(), settled);
      return settled;
    },
  };
}

/** Calls about refunds. If a webhook of the provider settled a refund during the call, the webhook's result stays. */
function refundCalls(
  context: Context,
  provider: FindProvider,
): Attempts<Claimed<RefundRow>, Answered<RefundOutcome>, void> {
  return {
    policy: RETRY_POLICIES.refundCalls,
    tried: ({ id, attempts, calledAt }) => ({ id, attempts, firstAttemptAt: calledAt }),
    attempt: (refund) => answerTo(async () => askOrRefund(context, await provider(), refund)),
    late: (reason) => ({ kind: "unknown", reason }),
    judge: ({ kind }) => ({ kind: kind === "answered" ? "done" : "failed" }),
    async settle(refund, answer, outcome) {
      if (answer.kind === "answered") await settleRefund(context, refund.id, answer.outcome);
      else await askAgain<RefundRow>(context, REFUND_CALLS, refund, { reason: answer.reason, outcome });
    },
  };
}

async function answerTo<Known>(call: () => Promise<Known>): Promise<Answered<Known>> {
  try {
    return { kind: "answered", outcome: await call() };
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
    return { kind: "unknown", reason: reasonOf(error) };
  }
}

/**
 * The provider knows the result, so Counterfoil repeats the question until it gets an answer. It never gives up a call.
 */
async function askAgain<Row extends PaymentRow | RefundRow>(
  context: Context,
  table: OutboxTable,
  row: Claimed<Row>,
  { reason: failureReason, outcome }: { reason: string; outcome: Outcome },
): Promise<void> {
  invariant(outcome.kind === "again", "a call without an answer is made again");
  const made: Partial<PaymentRow & RefundRow> = { nextAttemptAt: outcome.at, failureReason };
  await transact(context, ({ tx }) => settleAttempt<PaymentRow | RefundRow>(tx, table, row, made));
}

/** Closes a failed payment at the provider, so that a browser that still shows it cannot pay it later. */
export async function closeFailed(provider: PaymentProvider | undefined, payment: PaymentRow): Promise<void> {
  if (payment.status !== "failed" || !payment.isAutomatic || payment.providerPaymentId === null) return;
  try {
    await provider?.cancelPayment(payment.providerPaymentId);
  } catch (error) {
    // No customer was given the means to pay it. If it is paid anyway, the provider reports it and the money is
    // counted.
    if (!(error instanceof OutcomeUnknown) && !(error instanceof ProviderRefusal)) throw error;
  }
}

function reasonOf(error: OutcomeUnknown): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
