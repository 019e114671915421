import { instantText } from "@counterfoil/engine";
import { Temporal } from "temporal-polyfill";

const FIRST_SECONDS = 30;
const LONGEST_SECONDS = 3_600;
const GIVEN_UP_HOURS = 72;

/**
 * When a mail or webhook is tried again after its n-th attempt: after 30 s, 60 s, 2 min and so on up to an hour, each up to a fifth
 * shorter or longer by its id, so that those which failed together do not come back together. Null when it is given up: three days
 * after the first attempt.
 */
export function nextAttemptAt(
  sending: { id: string; attempts: number; triedAt: string | null },
  now: string,
): string | null {
  const present = Temporal.Instant.from(now);
  const first = Temporal.Instant.from(sending.triedAt ?? now);
  if (Temporal.Instant.compare(present, first.add({ hours: GIVEN_UP_HOURS })) >= 0) return null;
  const seconds = Math.min(FIRST_SECONDS * 2 ** (sending.attempts - 1), LONGEST_SECONDS);
  return instantText(
    present.add({ seconds: Math.round(seconds * (0.8 + 0.4 * shareOf(sending.id, sending.attempts))) }),
  );
}

/** From 0 to 1, different for each id and attempt, and always the same for one. */
function shareOf(id: string, attempt: number): number {
  let hash = attempt;
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) % 65_521;
  return hash / 65_521;
}
