import { createHash } from "node:crypto";
import { instantText } from "@counterfoil/engine";
import { countGuesses, forgetGuesses } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { DomainError } from "../errors/domain-error.ts";
import type { IdentityPorts } from "./identity.ts";

/** For how long guesses count together, from the first on. */
const WINDOW_MINUTES = 15;
/** Guesses in that time: at one person from one address, at one person from anywhere, and from one address at anybody. */
const LIMITS = { both: 5, person: 30, address: 60 } as const;

/** Refuses for a while whoever guessed too often. It says nothing of whether there is such a person. */
export class TooManyGuesses extends DomainError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("rate_limited", `Too many attempts. Try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** What is guessed at: passwords, second factors, and that an e-mail address is somebody's. */
export type Guessed = "password" | "second_factor" | "reset";

export interface Guess {
  readonly guessed: Guessed;
  /** The e-mail address or the person. */
  readonly who: string;
  readonly address: string;
}

/** Counts a guess before it is tried, whoever it is about and whether there is such a person, and refuses one too many. */
export async function allowGuess({ identity, clock }: IdentityPorts, guess: Guess): Promise<void> {
  const now = clock.now();
  const forgetBefore = instantText(Temporal.Instant.from(now).subtract({ minutes: WINDOW_MINUTES }));
  const limits = new Map(subjectsOf(guess).map(({ hash, limit }) => [hash.toString("hex"), limit]));
  const subjects = subjectsOf(guess).map(({ hash }) => hash);
  for (const { subject, count, since } of await countGuesses(identity.people, subjects, { now, forgetBefore })) {
    if (count <= (limits.get(subject.toString("hex")) ?? 0)) continue;
    const until = Temporal.Instant.from(since).add({ minutes: WINDOW_MINUTES });
    throw new TooManyGuesses(Math.max(1, Math.ceil(Temporal.Instant.from(now).until(until).total("seconds"))));
  }
}

/**
 * It was right, and was no guess. What this address guessed at this person before counts no more either; what others guessed does,
 * for they may go on.
 */
export async function forgetGuess({ identity, clock }: IdentityPorts, guess: Guess): Promise<void> {
  const forgetBefore = instantText(Temporal.Instant.from(clock.now()).subtract({ minutes: WINDOW_MINUTES }));
  const hashes = (wanted: boolean) =>
    subjectsOf(guess).flatMap(({ hash, isBoth }) => (isBoth === wanted ? [hash] : []));
  await forgetGuesses(identity.people, { forgotten: hashes(true), uncounted: hashes(false) }, forgetBefore);
}

/** Hashes, so that the table is no list of those who sign in. */
function subjectsOf({ guessed, who, address }: Guess): { hash: Buffer; limit: number; isBoth: boolean }[] {
  const hash = (...parts: string[]) => createHash("sha256").update(JSON.stringify(parts)).digest();
  return [
    { hash: hash(guessed, "both", who, address), limit: LIMITS.both, isBoth: true },
    { hash: hash(guessed, "person", who), limit: LIMITS.person, isBoth: false },
    { hash: hash(guessed, "address", address), limit: LIMITS.address, isBoth: false },
  ];
}
