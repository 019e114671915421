import { computerNow } from "./computer-clock.ts";
import { inWords } from "./duration-words.ts";

/** How far the clock of this computer differs from the server's. */
export interface ClockDifference {
  /** Sends requests, and compares the time of each response. */
  readonly fetch: typeof fetch;
  /** Seconds that this computer is ahead; negative if it is behind. Null before the first response. */
  aheadSeconds(): number | null;
  /** `The clock of this computer is 2 hours ahead of the server's.`; null if the clocks agree well enough. */
  fault(): string | null;
  /** Prints the fault once. */
  warn(): void;
}

/** Responses name the time in whole seconds, and take a while. */
const TOLERATED_SECONDS = 60;

export function watchClock(): ClockDifference {
  let ahead: number | null = null;
  let isWarned = false;

  function fault(): string | null {
    if (ahead === null || Math.abs(ahead) <= TOLERATED_SECONDS) return null;
    const side = ahead > 0 ? "ahead of" : "behind";
    return (
      `The clock of this computer is ${inWords(Math.abs(ahead))} ${side} the server's. ` +
      "Set the clocks, for example with NTP: times of events and signatures of webhooks depend on them."
    );
  }

  return {
    async fetch(input, init) {
      const began = computerNow();
      const response = await fetch(input, init);
      const sent = Date.parse(response.headers.get("Date") ?? "");
      // Half way between request and response; the header has no fractions of a second.
      const here = (began + computerNow()) / 2;
      if (Number.isFinite(sent)) ahead = (here - sent) / 1000 - 0.5;
      return response;
    },
    aheadSeconds: () => ahead,
    fault,
    warn() {
      const text = fault();
      if (text === null || isWarned) return;
      isWarned = true;
      console.error(`Warning: ${text}`);
    },
  };
}
