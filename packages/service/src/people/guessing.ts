import { createHash } from "node:crypto";
import { instantText } from "@counterfoil/engine";
import { countGuess, forgetGuesses, isKnownNetwork, trimGuesses } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { DomainError } from "../errors/index.ts";
import type { IdentityPorts } from "../authentication/index.ts";
import { PLACE_DAYS } from "./known-place.ts";
import { networkOf } from "./network-of.ts";

/** The time in which attempts count together, from the first on. */
const WINDOW_MINUTES = 15;

/** What attackers can guess: passwords, second factors, and whether an email address or token exists. */
export type Guessed = "password" | "second_factor" | "reset";

/** The maximum number of attempts in one window, per person. */
interface Limits {
  /** From one network. */
  readonly both: number;
  /** From all other networks together from which the person has not signed in recently. */
  readonly elsewhere: number;
}

/**
 * Locking a person out takes `elsewhere / both` networks, and works only where the person never signed in before. A
 * code of six digits is easier to guess than a password, so fewer attempts are allowed. Guessing a code requires the
 * password first.
 */
const LIMITS: Readonly<Record<Guessed, Limits>> = {
  password: { both: 5, elsewhere: 100 },
  second_factor: { both: 5, elsewhere: 20 },
  reset: { both: 5, elsewhere: 20 },
};
/** The maximum number of attempts from one network on any person. */
const NETWORK_LIMIT = 60;

/** Refuses requests for a while after too many attempts. It does not reveal whether the person exists. */
export class TooManyGuesses extends DomainError {
  readonly retryAfterSeconds: number;
  /** Whether other networks used up the limit, and not the current visitor. */
  readonly isByOthers: boolean;

  constructor(retryAfterSeconds: number, isByOthers: boolean) {
    super("rate_limited", `Too many attempts. Try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`);
    this.retryAfterSeconds = retryAfterSeconds;
    this.isByOthers = isByOthers;
  }
}

export interface Guess {
  readonly guessed: Guessed;
  /** The email address, or the person's ID; null if it is unknown. */
  readonly who: string | null;
  readonly address: string;
}

/** An attempt that was counted, with its counters, so that a correct attempt can be subtracted. */
export interface CountedGuess {
  readonly both: readonly Buffer[];
  readonly shared: readonly Buffer[];
}

/**
 * Counts an attempt before it is checked, whether or not the person exists, and refuses it if there are too many. The
 * visitor's network is counted first. An attempt refused there counts nowhere else, so a single network cannot use up
 * the limit of others.
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
 * Subtracts a correct attempt. This network's earlier attempts on the person no longer count either. Attempts from
 * other networks still count, because they may continue.
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

/** A hash, so that the table does not list who signs in. */
function subject(...parts: string[]): Buffer {
  return createHash("sha256").update(JSON.stringify(parts)).digest();
}
