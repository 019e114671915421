/** Of each kind: enough to choose from, and not so many that what was made last is never named. */
const MOST_OF_A_KIND = 60;
const ID = /\b([a-z]+)_[0-9a-z]{26}\b/g;
const LOOKED_AT_CHARACTERS = 40_000;

/** What a member or the segment of a path before an id says of the kind of id, as the prefix of the kind. */
const KINDS: readonly (readonly [word: RegExp, prefix: string])[] = [
  [/^accounts?(Id)?$/, "acct"],
  [/^metrics?(Ids?)?$/, "metric"],
  [/^products?(Ids?)?$/, "prod"],
  [/^(prices?(Ids?)?|existingPriceIds|newPriceId)$/, "price"],
  [/^(price-bundles|bundleId)$/, "bun"],
  [/^(plans|planId|quoteTemplateId)$/, "plan"],
  [/^subscriptions?(Id)?$/, "sub"],
  [/^versions?(Id)?$/, "subv"],
  [/^invoices?(Id)?$/, "inv"],
  [/^(lines|lineId|lineItemId)$/, "line"],
  [/^payments?(Id)?$/, "pay"],
  [/^credit-notes$/, "cn"],
  [/^credit-grants$/, "grant"],
  [/^(tax-rates|taxRateIds?)$/, "tax"],
  [/^(test-clocks|testClockId)$/, "clock"],
  [/^features$/, "feat"],
  [/^usage-alerts$/, "alert"],
  [/^webhook-endpoints$/, "whe"],
  [/^(deliveries|notificationId)$/, "ntf"],
  [/^mails$/, "mail"],
  [/^people$/, "person"],
  [/^invitations$/, "invite"],
  [/^api-keys$/, "key"],
];

/** The ids that answers named so far, by their kinds. */
export class KnownIds {
  readonly #byKind = new Map<string, string[]>();
  readonly #spared: ReadonlySet<string>;

  /** @param spared ids that are never named: without them nothing could be asked any more */
  constructor(spared: readonly string[]) {
    this.#spared = new Set(spared);
  }

  remember(text: string): void {
    for (const [id, kind = ""] of text.slice(0, LOOKED_AT_CHARACTERS).matchAll(ID)) {
      const known = this.#byKind.get(kind) ?? [];
      this.#byKind.set(kind, known);
      if (known.includes(id) || this.#spared.has(id)) continue;
      if (known.length >= MOST_OF_A_KIND) known.shift();
      known.push(id);
    }
  }

  /** Those that a member or a path with this word is about; undefined when the word speaks of none. */
  of(word: string): readonly string[] | undefined {
    const [, prefix] = KINDS.find(([pattern]) => pattern.test(word)) ?? [];
    return prefix === undefined ? undefined : (this.#byKind.get(prefix) ?? []);
  }

  /** One of each kind: whatever is asked for with these is about the same objects. */
  focused(pick: (ids: readonly string[]) => string): KnownIds {
    const chosen = new KnownIds([...this.#spared]);
    for (const [kind, known] of this.#byKind) if (known.length > 0) chosen.#byKind.set(kind, [pick(known)]);
    return chosen;
  }

  all(): readonly string[] {
    return [...this.#byKind.values()].flat();
  }
}
