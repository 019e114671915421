import { performance } from "node:perf_hooks";
import { progressBar } from "./progress-bar.ts";
import { inSeconds } from "./seconds.ts";
import type { Style } from "./style.ts";

/** Reports the progress of a step. */
export interface StepProgress {
  /** Shows a short status, and the completed share (0 to 1) if it is known. */
  tell(detail: string, share?: number): void;
}

/** Shows the steps of a long command, one line each. */
export interface Steps {
  /** Runs one step. At the end, its line shows `said` of the result. */
  run<Result extends { said: string }>(
    name: string,
    work: (progress: StepProgress) => Promise<Result>,
  ): Promise<Result>;
}

const NAME_WIDTH = 15;
const SAID_WIDTH = 58;
const TOOK_WIDTH = 8;
/** The width of marks and spaces in a completed line, and of the last column, which wraps in some terminals. */
const BETWEEN = 7;
/** Without a terminal, progress prints a line each time this share was completed. */
const QUARTER = 0.25;

/** On a terminal, redraws the line of the running step. Otherwise only adds lines. */
export function showSteps(stream: NodeJS.WriteStream, style: Style): Steps {
  return {
    async run(name, work) {
      const began = performance.now();
      const line = stream.isTTY ? redrawnLine(stream, style, name) : plainLines(stream, name);
      try {
        const result = await work({ tell: line.tell });
        const took = inSeconds(performance.now() - began).padStart(TOOK_WIDTH);
        const left = saidWidth(stream, Math.max(NAME_WIDTH, name.length));
        line.end(`${style.green("✓")} ${name.padEnd(NAME_WIDTH)} ${result.said.padEnd(left)} ${style.dim(took)}`);
        return result;
      } catch (error) {
        line.end(`${style.red("✗")} ${name}`);
        throw error;
      }
    },
  };
}

/** Places the duration at the end of the line and keeps the line within the terminal. */
function saidWidth(stream: NodeJS.WriteStream, nameWidth: number): number {
  return stream.isTTY ? Math.min(SAID_WIDTH, stream.columns - nameWidth - TOOK_WIDTH - BETWEEN) : SAID_WIDTH;
}

interface Line {
  tell(detail: string, share?: number): void;
  end(text: string): void;
}

function redrawnLine(stream: NodeJS.WriteStream, style: Style, name: string): Line {
  const draw = (text: string) =>
    void stream.write(`\r\u001b[2K  ${style.dim("·")} ${text.slice(0, Math.max(20, stream.columns - 5))}`);
  draw(name);
  return {
    tell: (detail, share) => {
      const bar = share === undefined ? "" : `${progressBar(share)}  `;
      draw(`${name.padEnd(NAME_WIDTH)} ${bar}${detail}`);
    },
    end: (text) => void stream.write(`\r\u001b[2K  ${text}\n`),
  };
}

function plainLines(stream: NodeJS.WriteStream, name: string): Line {
  let told = 0;
  return {
    tell: (detail, share) => {
      if (share === undefined) stream.write(`  · ${name.padEnd(NAME_WIDTH)} ${detail}\n`);
      else if (share >= told + QUARTER) {
        told = Math.floor(share / QUARTER) * QUARTER;
        stream.write(`  · ${name.padEnd(NAME_WIDTH)} ${progressBar(share)}  ${detail}\n`);
      }
    },
    end: (text) => void stream.write(`  ${text}\n`),
  };
}
