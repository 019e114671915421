/** What clients were told, or what the API returns afterwards. */
export interface Books {
  /** IDs of events, each as often as it is listed. */
  readonly events: readonly string[];
  readonly accounts: ReadonlySet<string>;
  readonly subscriptions: ReadonlySet<string>;
  /** Totals by ID. */
  readonly invoices: ReadonlyMap<string, string>;
}

/**
 * What the platform lost, doubled or changed of what it had answered. Rows without an answer are allowed: their
 * response may have been lost.
 */
export function compareAnswers(answered: Books, stored: Books): string[] {
  const faults: string[] = [];
  const times = Map.groupBy(stored.events, (id) => id);
  for (const id of new Set(answered.events)) {
    const count = times.get(id)?.length ?? 0;
    if (count !== 1) faults.push(`the event ${id} was answered, and is stored ${count} times`);
  }
  for (const [id, { length }] of times) {
    if (length > 1 && !answered.events.includes(id)) faults.push(`the event ${id} is stored ${length} times`);
  }
  for (const kind of ["accounts", "subscriptions"] as const) {
    for (const id of answered[kind]) {
      if (!stored[kind].has(id)) faults.push(`${id} of ${kind} was answered, and is not stored`);
    }
  }
  for (const [id, total] of answered.invoices) {
    const now = stored.invoices.get(id);
    if (now !== total) faults.push(`the invoice ${id} was answered with ${total}, and has ${now ?? "no row"}`);
  }
  // A proof of nothing would pass.
  for (const [kind, count] of Object.entries(sizes(answered))) {
    if (count === 0) faults.push(`the load created no ${kind}`);
  }
  return faults;
}

/** How many of each there are. */
export function sizes({ events, accounts, subscriptions, invoices }: Books): Record<keyof Books, number> {
  return {
    events: events.length,
    accounts: accounts.size,
    subscriptions: subscriptions.size,
    invoices: invoices.size,
  };
}
