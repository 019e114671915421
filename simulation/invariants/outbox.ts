import type { Holdings } from "./holdings.ts";

/**
 * What happened to an invoice was told once, and audited once, whatever was killed in between (invariant 5): that it was
 * made, that it was issued, and that it was voided. How often it was paid is told by `checkMoney`.
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
