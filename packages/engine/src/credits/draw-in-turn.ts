import { Decimal } from "../decimal/decimal.ts";
import { type CreditDraw, drawCredit, type PayableInvoice, type UsableGrant } from "./draw-credit.ts";

/** What grants pay of several invoices. */
export interface DrawnInTurn {
  /** The draws of each invoice, in the order of the invoices. */
  readonly draws: readonly (readonly CreditDraw[])[];
  /** By grant, in its currency or units, what is left after all draws. */
  readonly left: ReadonlyMap<string, Decimal>;
}

/**
 * Pays invoices one after the other from the same grants. Each draws from what the earlier ones left.
 * @param mayPay whether a grant can be used when the invoice at this place is issued; by default each can
 */
export function drawInTurn(
  invoices: readonly PayableInvoice[],
  grants: readonly UsableGrant[],
  mayPay: (place: number, grantId: string) => boolean = () => true,
): DrawnInTurn {
  let open = grants;
  const draws = invoices.map((invoice, place) => {
    const drawn = drawCredit(
      invoice,
      open.filter(({ id, balance }) => balance.isPositive() && mayPay(place, id)),
    );
    open = open.map((grant) => {
      const own = drawn.filter(({ grantId }) => grantId === grant.id).map(({ amount }) => amount);
      return { ...grant, balance: grant.balance.minus(Decimal.sum(own)) };
    });
    return drawn;
  });
  return { draws, left: new Map(open.map(({ id, balance }) => [id, balance])) };
}
