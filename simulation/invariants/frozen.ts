import type { StoredInvoice } from "../platform/ledger.ts";

/** Remembers issued invoices, and reports changed or missing ones (invariant 4). */
export function createFrozenCheck(): (invoices: readonly StoredInvoice[]) => string[] {
  const frozen = new Map<string, string>();
  return (invoices) => {
    const present = new Map(invoices.map((invoice) => [invoice.id, invoice]));
    const faults = [...frozen].flatMap(([id, hash]) => {
      const invoice = present.get(id);
      if (invoice === undefined) return [`the issued invoice ${id} is gone`];
      return invoice.hash === hash ? [] : [`the issued invoice ${id} was changed`];
    });
    for (const { id, status, hash } of invoices) if (status !== "draft") frozen.set(id, hash);
    return faults;
  };
}
