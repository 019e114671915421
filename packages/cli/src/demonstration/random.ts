/** Pseudorandom numbers, the same in every run with the same seed. For amounts of usage, never for money. */
export interface Random {
  /** At least 0 and below 1. */
  share(): number;
  /** Between the two values, excluding the second. */
  between(least: number, most: number): number;
  /** A whole number between the two values, including both. */
  whole(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** Mulberry32: 32 bits of state, good enough for demo data and the same on every machine. */
export function seededRandom(seed: string): Random {
  let state = hash(seed);
  const share = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(share() * (most - least + 1));
  return {
    share,
    between: (least, most) => least + share() * (most - least),
    whole,
    pick: (items) => items[whole(0, items.length - 1)] as (typeof items)[number],
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value;
}
