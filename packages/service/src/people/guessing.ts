import { createHash } from "node:crypto";
import { instantText } from "@counterfoil/engine";
import { countGuess, forgetGuesses, isKnownNetwork, trimGuesses } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { DomainError } from "../errors/index.ts";
import type { IdentityPorts } from "../authentication/index.ts";
import { PLACE_DAYS } from "./known-place.ts";
import { networkOf } from "./network-of.ts";

/** For how long guesses count together, from the first on. */
const WINDOW_MINUTES = 15;

/** What is guessed at: passwords, second factors, and that an e-mail address or a token is somebody's. */
export type Guessed = "password" | "second_factor" | "reset";

/** Guesses in one window, at one person. */
interface Limits {
  /** From one network. */
  readonly both: number;
  /** From all networks together that the person has not signed in from lately. */
  readonly elsewhere: number;
}

/**
 * Holding somebody out takes `elsewhere / both` networks, and only where they never signed in before. A code of six digits is found
 * sooner than a password, so fewer guesses at it are taken. Only who knows the password gets as far as guessing at one.
 */
const LIMITS: Readonly<Record<Guessed, Limits>> = {
  password: { both: 5, elsewhere: 100 },
  second_factor: { both: 5, elsewhere: 20 },
  reset: { both: 5, elsewhere: 20 },
};
/** Guesses from one network at anybody. */
const NETWORK_LIMIT = 60;

/** Refuses for a while whoever guessed too often. It says nothing of whether there is such a person. */
export class TooManyGuesses extends DomainError {
  readonly retryAfterSeconds: number;
  /** Whether others used up what was left, and not who guesses now. */
  readonly isByOthers: boolean;

  constructor(retryAfterSeconds: number, isByOthers: boolean) {
    super("rate_limited", `Too many attempts. Try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`);
    this.retryAfterSeconds = retryAfterSeconds;
    this.isByOthers = isByOthers;
  }
}

export interface Guess {
  readonly guessed: Guessed;
  /** The e-mail address, or the id of the person; null where it is not known whom it is about. */
  readonly who: string | null;
  readonly address: string;
}

/** A guess that was counted, and where: what is taken back when it was right. */
export interface CountedGuess {
  readonly both: readonly Buffer[];
  readonly shared: readonly Buffer[];
}

/**
 * Counts a guess before it is tried, whoever it is about and whether there is such a person, and refuses one too many. It is counted
 * where it comes from first: one that is refused there counts nowhere else, so a single network cannot use up what others may guess.
 */
export async function allowGuess(ports: IdentityPorts, guess: Guess): Promise<CountedGuess> {
  const { guessed, who } = guess;
  const network = networkOf(guess.address);
  await trimGuesses(ports.identity.people, windowStart(ports));
  const fromNetwork = subject(guessed, "network", network);
  await requireUnder(ports, fromNetwork, NETWORK_LIMIT);
  if (who === null) return { both: [], shared: [fromNetwork] };
  const both = subject(guessed, "both", who, network);
  await requireUnder(ports, both, LIMITS[guessed].both);
  if (await isKnown(ports, who, network)) return { both: [both], shared: [fromNetwork] };
  const elsewhere = subject(guessed, "elsewhere", who);
  await requireUnder(ports, elsewhere, LIMITS[guessed].elsewhere, true);
  return { both: [both], shared: [fromNetwork, elsewhere] };
}

/**
 * It was right, and was no guess. What this network guessed at this person before counts no more either; what others guessed does,
 * for they may go on.
 */
export function forgetGuess({ identity }: IdentityPorts, { both, shared }: CountedGuess): Promise<void> {
  return forgetGuesses(identity.people, { forgotten: both, uncounted: shared });
}

async function requireUnder(ports: IdentityPorts, counted: Buffer, limit: number, isByOthers = false): Promise<void> {
  const now = ports.clock.now();
  const window = { now, forgetBefore: windowStart(ports) };
  const { count, since } = await countGuess(ports.identity.people, counted, window);
  if (count <= limit) return;
  const until = Temporal.Instant.from(since).add({ minutes: WINDOW_MINUTES });
  throw new TooManyGuesses(
    Math.max(1, Math.ceil(Temporal.Instant.from(now).until(until).total("seconds"))),
    isByOthers,
  );
}

function isKnown({ identity, clock }: IdentityPorts, idOrEmail: string, network: string): Promise<boolean> {
  const since = instantText(Temporal.Instant.from(clock.now()).subtract({ hours: PLACE_DAYS * 24 }));
  return isKnownNetwork(identity.people, { idOrEmail, network }, since);
}

function windowStart({ clock }: IdentityPorts): string {
  return instantText(Temporal.Instant.from(clock.now()).subtract({ minutes: WINDOW_MINUTES }));
}

/** A hash, so that the table is no list of those who sign in. */
function subject(...parts: string[]): Buffer {
  return createHash("sha256").update(JSON.stringify(parts)).digest();
}
