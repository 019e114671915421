import { insertTaxRate } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { audit } from "../record.ts";
import { decideTaxRate } from "./decide-tax-rate.ts";
import type { TaxRate, TaxRateInput } from "./tax-rate.ts";

/** Creates a tax rate. It applies to future invoices, and to drafts when they are issued. */
export function createTaxRate(
  context: Context,
  input: TaxRateInput & { name: string; percentage: string | number },
): Promise<TaxRate> {
  return transact(context, async (work) => {
    const now = work.clock.now();
    const empty: TaxRate = {
      id: work.ids.next("tax"),
      name: "",
      percentage: "0",
      country: null,
      region: null,
      taxCategory: null,
      taxStatus: null,
      inclusive: false,
      categoryCode: "S",
      reasonCode: null,
      reason: null,
      validFrom: null,
      validUntil: null,
      archivedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    const rate = decideTaxRate(empty, input);
    await insertTaxRate(work.tx, rate);
    await audit(work, { action: "tax_rate.created", objectId: rate.id, after: rate });
    return rate;
  });
}
