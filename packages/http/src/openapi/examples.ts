import { readFileSync } from "node:fs";
import type { Problem } from "../problem.ts";

/** A body that went over the wire. Of a file that is not text, its first line. */
export interface ExampleContent {
  readonly mediaType: string;
  readonly body: unknown;
}

/** One request with its answer. */
export interface OperationExample {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly request?: ExampleContent;
  readonly response?: ExampleContent;
}

/** Recorded from stories (docs/api-versions.md says how), with stand-ins for ids, secrets and the time. */
export interface Examples {
  readonly operations: Readonly<Record<string, OperationExample>>;
  /** By the type of the notification. */
  readonly webhooks: Readonly<Record<string, object>>;
  /** By the code of the error. */
  readonly problems: Readonly<Record<string, Problem>>;
}

/** Read when the document is first asked for: no other request needs it. */
export function readExamples(): Examples {
  return JSON.parse(readFileSync(new URL("examples.gen.json", import.meta.url), "utf8")) as Examples;
}
