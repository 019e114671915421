import { parseArgs } from "node:util";
import { CannotRun } from "../platform/cannot-run.ts";
import { NOT_RUN, PLANS } from "./plans.ts";

export interface Choice {
  readonly names: readonly string[];
  /** All that can be chosen, in their order. */
  readonly runnable: readonly string[];
  readonly isShort: boolean;
  /** Leaves out those that the page already has. */
  readonly isMissing: boolean;
}

/**
 * Which benchmarks to run, by the words after `npm run bench -- all`: in the order of the plans, then those without one.
 *
 * @param existing the names of all benchmarks
 * @throws CannotRun for an unknown option or benchmark
 */
export function choose(words: readonly string[], existing: readonly string[]): Choice {
  const { short, missing, only, except } = parse(words);
  const planned = Object.keys(PLANS).filter((name) => existing.includes(name));
  const runnable = [...planned, ...existing.filter((name) => !planned.includes(name) && !NOT_RUN.includes(name))];
  const unknown = [...only, ...except].find((name) => !runnable.includes(name));
  if (unknown !== undefined) {
    throw new CannotRun(`There is no benchmark "${unknown}" to choose. These can be chosen: ${runnable.join(", ")}.`);
  }
  const names = runnable.filter((name) => (only.length === 0 || only.includes(name)) && !except.includes(name));
  if (names.length === 0) throw new CannotRun("No benchmark is left. Name fewer with --except.");
  return { names, runnable, isShort: short, isMissing: missing };
}

function parse(words: readonly string[]): { short: boolean; missing: boolean; only: string[]; except: string[] } {
  const options = {
    short: { type: "boolean", default: false },
    missing: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] as string[] },
    except: { type: "string", multiple: true, default: [] as string[] },
  } as const;
  const list = (texts: readonly string[]) => texts.flatMap((text) => text.split(",").map((name) => name.trim()));
  try {
    const { values } = parseArgs({ args: [...words], options: { ...options }, strict: true });
    return { short: values.short, missing: values.missing, only: list(values.only), except: list(values.except) };
  } catch (error) {
    throw new CannotRun(
      `${(error as Error).message.split(". ")[0]}. The options are --short, --missing, --only events,billing and --except pages.`,
    );
  }
}
