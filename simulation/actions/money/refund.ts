import { refundPayment } from "@counterfoil/service";
import { placesOf } from "../../auditor/currency.ts";
import { Rational } from "../../auditor/rational.ts";
import { maybeFuse, record } from "../../world.ts";
import type { Action } from "../action.ts";
import { unlessRefused } from "../refused.ts";

/** Refunds a payment, in full or in part (R-INV-7). */
export const refund: Action = {
  name: "refund",
  weight: () => 1.5,
  async perform(world, random) {
    const { payments } = await world.money();
    const open = payments.filter(({ amount, refunded }) => amount !== refunded);
    if (open.length === 0) return;
    const payment = random.pick(open);
    const left = Rational.of(payment.amount).minus(Rational.of(payment.refunded));
    const invoice = (await world.invoices()).find(({ id }) => id === payment.invoiceId);
    const places = placesOf(invoice?.currency ?? "");
    const part = left.times(Rational.of("0.4")).rounded(places);
    const amount = (random.chance(0.5) || !part.isPositive() ? left : part).toText(places);
    const made = await unlessRefused(
      world,
      "refund of credit that is used up",
      world.platform.call(
        (context) => refundPayment(context, payment.id, { amount, reason: "Goodwill" }),
        maybeFuse(random),
      ),
    );
    if (made === undefined) return;
    record(world, { kind: "payment_refunded", refundId: made.id, paymentId: payment.id, amount });
    world.coverage.count("money: refund");
    if (invoice?.status === "paid") world.coverage.count("money: refund of a paid invoice");
    if (payment.credited !== payment.refundedCredit) world.coverage.count("money: refund of account credit");
  },
};
