import { Decimal } from "../decimal/decimal.ts";
import { type CreditDraw, drawCredit, type PayableInvoice, type UsableGrant } from "./draw-credit.ts";

/** What grants pay of several invoices. */
export interface DrawnInTurn {
  /** The draws of each invoice, in the order of the invoices. */
  readonly draws: readonly (readonly CreditDraw[])[];
  /** By grant, in its currency or units, what is left after all draws. */
  readonly left: ReadonlyMap<string, Decimal>;
}

/** Pays invoices one after the other from the same grants. Each draws from what the earlier ones left. */
export function drawInTurn(invoices: readonly PayableInvoice[], grants: readonly UsableGrant[]): DrawnInTurn {
  const left = new Map(grants.map(({ id, balance }) => [id, balance]));
  const draws = invoices.map((invoice) => {
    const usable = grants
      .map((grant) => ({ ...grant, balance: left.get(grant.id) ?? Decimal.zero }))
      .filter(({ balance }) => balance.isPositive());
    const drawn = drawCredit(invoice, usable);
    for (const { grantId, amount } of drawn) left.set(grantId, (left.get(grantId) ?? Decimal.zero).minus(amount));
    return drawn;
  });
  return { draws, left };
}
