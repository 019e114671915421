import { ClockOff } from "@counterfoil/service";
import { Temporal } from "temporal-polyfill";
import { CommandError } from "../command.ts";
import type { Ports } from "./ports.ts";

/** Looks at the database's clock, and refuses to work by one that differs by more than a minute. */
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
        `It says ${instantWords(here)}, and the database says ${instantWords(here - skew)}.`,
        "Counterfoil bills by the clock, so it works only while both agree to within a minute. Set the clock, for example with NTP.",
      ].join("\n"),
      1,
      { cause },
    );
  }
}

function instantWords(milliseconds: number): string {
  return Temporal.Instant.fromEpochMilliseconds(Math.round(milliseconds)).toString({ smallestUnit: "second" });
}
