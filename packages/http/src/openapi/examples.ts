import { readFileSync } from "node:fs";
import type { Problem } from "../problem.ts";

/** A body as it was sent. For a file that is not text, its first line. */
export interface ExampleContent {
  readonly mediaType: string;
  readonly body: unknown;
}

/** A request with its response. */
export interface OperationExample {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly request?: ExampleContent;
  readonly response?: ExampleContent;
}

/** Recorded from stories (see docs/api-versions.md), with stand-ins for IDs, secrets and times. */
export interface Examples {
  readonly operations: Readonly<Record<string, OperationExample>>;
  /** By notification type. */
  readonly webhooks: Readonly<Record<string, object>>;
  /** By error code. */
  readonly problems: Readonly<Record<string, Problem>>;
}

/** Read when the document is first requested: no other request needs it. */
export function readExamples(): Examples {
  return JSON.parse(readFileSync(new URL("examples.gen.json", import.meta.url), "utf8")) as Examples;
}
