import { payFromCredit } from "@counterfoil/service";
import { placesOf } from "../../auditor/currency.ts";
import { Rational } from "../../auditor/rational.ts";
import { maybeFuse, record } from "../../world.ts";
import type { Action } from "../action.ts";
import { remainingOf, someInvoice } from "../money/some-invoice.ts";
import { unlessRefused } from "../refused.ts";

/** Pays an issued invoice from account credit, in full or in part. */
export const payByCredit: Action = {
  name: "pay from credit",
  weight: () => 1.5,
  async perform(world, random) {
    const before = await someInvoice(world, random, ["issued", "overdue", "uncollectible"]);
    if (before === undefined) return;
    const places = placesOf(before.currency);
    const part = remainingOf(before).times(Rational.of("0.3")).rounded(places);
    const amount = random.chance(0.5) || !part.isPositive() ? null : part.toText(places);
    const paid = await unlessRefused(
      world,
      "payment from credit",
      world.platform.call((context) => payFromCredit(context, before.id, { amount }), maybeFuse(random)),
    );
    if (paid === undefined) return;
    const after = (await world.invoices()).find(({ id }) => id === before.id) ?? before;
    const applied = Rational.of(after.creditsApplied).minus(Rational.of(before.creditsApplied));
    record(world, { kind: "credit_applied", invoiceId: before.id, amount: applied.toText() });
    world.coverage.count("money: paid from credit");
  },
};
