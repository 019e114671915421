import type { Holdings } from "./holdings.ts";

/**
 * Creating, issuing and voiding an invoice is notified once and audited once, whatever was killed (invariant 5).
 * `checkMoney` checks payments.
 */
export function checkOutbox({ invoices, trail }: Holdings): string[] {
  const times = new Map(trail.map(({ what, objectId, times }) => [`${what} ${objectId}`, times]));
  return invoices.flatMap(({ id, status, number }) => {
    const expected: [what: string, times: number][] = [
      ["notified invoice.created", 1],
      ["notified invoice.issued", number === null ? 0 : 1],
      ["notified invoice.voided", status === "void" ? 1 : 0],
      ["audited invoice.voided", status === "void" ? 1 : 0],
      ["audited invoice.issued", number === null ? 0 : 1],
    ];
    return expected.flatMap(([what, wanted]) => {
      const found = times.get(`${what} ${id}`) ?? 0;
      return found === wanted ? [] : [`${id}, ${status}: ${what} ${found} times`];
    });
  });
}
