import { findTaxRate, updateTaxRate as save } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { DomainError, notFound } from "../errors/index.ts";
import { audit } from "../record.ts";
import { decideTaxRate } from "./decide-tax-rate.ts";
import type { TaxRate, TaxRateInput } from "./tax-rate.ts";
import { requireUnchanged } from "../precondition.ts";

/** Changes a tax rate for future invoices. Issued invoices are unchanged. 409 if it is archived. */
export function updateTaxRate(context: Context, id: string, input: TaxRateInput): Promise<TaxRate> {
  return transact(context, async (work) => {
    const before = await findTaxRate(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("tax rate", id);
    await requireUnchanged(work, () => before);
    if (before.archivedAt !== null) {
      throw new DomainError("state_conflict", `The tax rate ${id} is archived and cannot change. Create a new one.`);
    }
    const after = { ...decideTaxRate(before, input), updatedAt: work.clock.now() };
    await save(work.tx, after);
    await audit(work, { action: "tax_rate.updated", objectId: id, before, after });
    return after;
  });
}
