import type { Outcome } from "./results.ts";
import { inWords } from "./words.ts";

/** Reports a run on a terminal, or line by line in a log. */
export interface Progress {
  begin(place: number, of: number, name: string, minutes: number): void;
  /** What the benchmark printed last. */
  line(text: string): void;
  end(outcome: Pick<Outcome, "status" | "seconds" | "reason" | "figures">): void;
}

const REPEAT_MILLISECONDS = 1_000;
const REPEAT_IN_LOG_MILLISECONDS = 60_000;

export function showProgress(out: NodeJS.WriteStream): Progress {
  let [began, last, timer]: [number, string, NodeJS.Timeout | undefined] = [0, "", undefined];
  const isTerminal = out.isTTY;
  const look = () => {
    const text = `    ${inWords((performance.now() - began) / 1_000).padEnd(12)}${last}`;
    if (isTerminal) out.write(`\r\u001B[2K${text.slice(0, Math.max(20, out.columns - 1))}`);
    else out.write(`${text.slice(0, 160)}\n`);
  };
  return {
    begin(place, of, name, minutes) {
      [began, last] = [performance.now(), "starting"];
      out.write(`[${place}/${of}] ${name}, about ${minutes === 1 ? "a minute" : `${minutes} minutes`}\n`);
      timer = setInterval(look, isTerminal ? REPEAT_MILLISECONDS : REPEAT_IN_LOG_MILLISECONDS);
    },
    line(text) {
      if (text.trim() !== "") last = text.trim();
    },
    end({ status, seconds, reason, figures }) {
      clearInterval(timer);
      if (isTerminal) out.write("\r\u001B[2K");
      const told = status === "measured" ? `${figures.length} figures` : reason.replaceAll("\n", " ");
      out.write(`    ${status} in ${inWords(seconds)}: ${told}\n`);
    },
  };
}
