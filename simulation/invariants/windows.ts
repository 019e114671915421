import type { Holdings } from "./holdings.ts";

/** Usage is counted from the end of the previous period: no instant is omitted or counted twice (invariants 3 and 9). */
export function checkWindows({ invoices }: Holdings): string[] {
  const usage = invoices
    .filter(({ status }) => status !== "void")
    .flatMap(({ subscriptionId, lines }) =>
      lines
        .filter(({ kind }) => kind === "usage")
        .map((line) => ({ ...line, key: `${subscriptionId} ${line.priceId}` })),
    );
  return [...Map.groupBy(usage, ({ key }) => key)].flatMap(([key, lines]) => {
    const ordered = lines.toSorted((a, b) => (a.start < b.start ? -1 : 1));
    return ordered.flatMap((line, index) => {
      const before = ordered[index - 1];
      if (before?.end !== line.start || before.to === line.from) return [];
      const [to, from] = [before.to, line.from].map((instant) => new Date(instant).toISOString());
      return [`the usage of ${key} before ${line.start} is counted until ${to}, and from it on since ${from}`];
    });
  });
}
