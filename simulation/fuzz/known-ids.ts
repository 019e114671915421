/** IDs to keep of each kind: enough to choose from, and few enough that new ones are used. */
const MOST_OF_A_KIND = 60;
const ID = /\b([a-z]+)_[0-9a-z]{26}\b/g;
const LOOKED_AT_CHARACTERS = 40_000;

/** Words of fields and path segments, with the prefix of the IDs that they refer to. */
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
  [/^views$/, "view"],
  [/^webhook-endpoints$/, "whe"],
  [/^(deliveries|notificationId)$/, "ntf"],
  [/^mails$/, "mail"],
  [/^people$/, "person"],
  [/^invitations$/, "invite"],
  [/^api-keys$/, "key"],
];

/** The IDs in responses so far, by kind. */
export class KnownIds {
  readonly #byKind = new Map<string, string[]>();
  readonly #spared: ReadonlySet<string>;

  /** @param spared IDs that are never used, because the fuzzer needs them */
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

  /** IDs for a field or path with this word; undefined if it refers to none. */
  of(word: string): readonly string[] | undefined {
    const [, prefix] = KINDS.find(([pattern]) => pattern.test(word)) ?? [];
    return prefix === undefined ? undefined : (this.#byKind.get(prefix) ?? []);
  }

  /** One ID of each kind, so that requests are about the same objects. */
  focused(pick: (ids: readonly string[]) => string): KnownIds {
    const chosen = new KnownIds([...this.#spared]);
    for (const [kind, known] of this.#byKind) if (known.length > 0) chosen.#byKind.set(kind, [pick(known)]);
    return chosen;
  }

  all(): readonly string[] {
    return [...this.#byKind.values()].flat();
  }
}
