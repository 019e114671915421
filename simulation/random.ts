/** Numbers that look random and are the same for the same seed, on every machine. */
export class Random {
  readonly #seed: string;
  #state: number;

  constructor(seed: string) {
    this.#seed = seed;
    this.#state = hashed(seed);
  }

  /** Randomness of its own for one matter: what is drawn for one changes nothing for the others. */
  fork(name: string): Random {
    return new Random(`${this.#seed}/${name}`);
  }

  /** From 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `from` to `to`, both included. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.integer(0, items.length - 1)];
    if (item === undefined) throw new Error("there is nothing to pick from");
    return item;
  }

  /** One of several, each as likely as its weight says. */
  weighted<Item>(items: readonly (readonly [weight: number, item: Item])[]): Item {
    let rest = this.next() * items.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, item] of items) {
      rest -= weight;
      if (rest < 0) return item;
    }
    throw new Error("nothing has a weight");
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const order = items.map((item) => [this.next(), item] as const);
    return order.toSorted(([a], [b]) => a - b).map(([, item]) => item);
  }

  /** Some of the items, at least one where there are any. */
  some<Item>(items: readonly Item[], most: number): Item[] {
    return this.shuffled(items).slice(0, this.integer(1, Math.max(1, Math.min(most, items.length))));
  }
}

/** FNV-1a over the text. */
function hashed(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}
