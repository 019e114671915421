import fc, { type GeneratorValue } from "fast-check";

/** Texts that YAML or TypeScript would read as something else if they were not quoted. */
export const TRICKY = [
  "yes",
  "null",
  "~",
  "1e3",
  "012",
  "# no comment",
  "a: b",
  "- item",
  "'single' \"double\"",
  "back\\slash ${no} `code`",
  "Zoë 日本 🧾",
  "{ flow }",
  "&anchor *alias",
  "2027-01-31",
  "__proto__",
];

/** Draws from fast-check, which can shrink what was drawn. */
export class Draw {
  readonly #value: GeneratorValue;

  constructor(value: GeneratorValue) {
    this.#value = value;
  }

  one<Item>(items: readonly Item[]): Item {
    return this.#value(() => fc.constantFrom(...items));
  }

  some<Item>(items: readonly Item[], least = 0): Item[] {
    return this.#value(fc.shuffledSubarray<Item>, [...items], { minLength: Math.min(least, items.length) });
  }

  whole(min: number, max: number): number {
    return this.#value(fc.integer, { min, max });
  }

  yes(): boolean {
    return this.#value(fc.boolean);
  }

  text(): string {
    return this.one([...TRICKY, `Plain ${this.whole(1, 99)}`]);
  }

  /** A decimal as text, with zeros at the end as people write them. */
  amount(max = 500): string {
    return `${this.whole(0, max)}${this.one(["", ".5", ".00", ".120"])}`;
  }

  /** The member, or nothing. */
  maybe(member: string, value: () => unknown): Record<string, unknown> {
    return this.yes() ? { [member]: value() } : {};
  }
}
