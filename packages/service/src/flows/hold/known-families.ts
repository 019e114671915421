/** Accounts whose families a process remembers, at most. */
const MOST_ACCOUNTS = 10_000;

/** An account of an organization, by ID or alias. */
interface AccountNamed {
  readonly context: { readonly organizationId: string };
  readonly reference: string;
}

/**
 * The accounts that transactions had to lock for calls of an account, so that the next one locks them at once. Every transaction
 * finds out by itself which it needs: what is remembered may be too much or too little.
 */
export class KnownFamilies {
  readonly #families = new Map<string, readonly string[]>();

  /** The IDs of all accounts to lock. Undefined if it needs no others. */
  of(account: AccountNamed): readonly string[] | undefined {
    return this.#families.size === 0 ? undefined : this.#families.get(keyOf(account));
  }

  /** @param family the IDs of all accounts to lock. Empty if it needs no others */
  note(account: AccountNamed, family: readonly string[]): void {
    if (family.length === 0) {
      if (this.#families.size > 0) this.#families.delete(keyOf(account));
      return;
    }
    if (this.#families.size >= MOST_ACCOUNTS) this.#families.clear();
    this.#families.set(keyOf(account), family);
  }
}

function keyOf({ context, reference }: AccountNamed): string {
  return `${context.organizationId} ${reference}`;
}
