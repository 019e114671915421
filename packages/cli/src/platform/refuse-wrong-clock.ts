import { ClockOff } from "@counterfoil/service";
import { Temporal } from "temporal-polyfill";
import { CommandError } from "../command.ts";
import type { Ports } from "./ports.ts";

/** Fails if the clock differs from the database's clock by more than a minute. */
export async function refuseWrongClock({ clockWatch, clock }: Pick<Ports, "clockWatch" | "clock">): Promise<void> {
  const skew = await clockWatch.look();
  try {
    clock.now();
  } catch (cause) {
    if (!(cause instanceof ClockOff)) throw cause;
    const here = Date.parse(clockWatch.source.now());
    throw new CommandError(
      [
        `${cause.message.replace(/^t/, "T")}.`,
        `It shows ${instantWords(here)}, and the database shows ${instantWords(here - skew)}.`,
        "Counterfoil bills by the clock, so both must agree to within a minute. Correct the clock, for example with NTP.",
      ].join("\n"),
      1,
      { cause },
    );
  }
}

function instantWords(milliseconds: number): string {
  return Temporal.Instant.fromEpochMilliseconds(Math.round(milliseconds)).toString({ smallestUnit: "second" });
}
