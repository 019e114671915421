import type { Path } from "./json.ts";

/** The offsets of a value in a program, and of the name of its member. */
export interface Place {
  readonly nameAt: number;
  readonly valueAt: number;
}

/**
 * Finds a value in the object literal of a program, by its path. Only for messages, so it reads brackets, texts and comments
 * and nothing else of the language. Undefined if the value is not written there literally, for example if a variable
 * contains it.
 */
export function findInLiteral(program: string, path: Path): Place | undefined {
  const start = /export\s+default\s+(?:[\w.]+\s*\(\s*)?\{/.exec(program);
  if (start === null) return undefined;
  let place: Place = { nameAt: start.index, valueAt: start.index + start[0].length - 1 };
  for (const step of path) {
    const next =
      typeof step === "number" ? findElement(program, place.valueAt, step) : findMember(program, place.valueAt, step);
    if (next === undefined) return undefined;
    place = next;
  }
  return place;
}

function findElement(program: string, open: number, wanted: number): Place | undefined {
  if (program[open] !== "[") return undefined;
  const part = [...partsIn(program, open)][wanted];
  return part === undefined ? undefined : { nameAt: part.start, valueAt: part.start };
}

function findMember(program: string, open: number, name: string): Place | undefined {
  if (program[open] !== "{") return undefined;
  for (const { start, end } of partsIn(program, open)) {
    const match = /^(?:"([^"]*)"|'([^']*)'|([\w$]+))\s*:\s*/.exec(program.slice(start, end));
    if (match !== null && (match[1] ?? match[2] ?? match[3]) === name) {
      return { nameAt: start, valueAt: skipBlanks(program, start + match[0].length) };
    }
  }
  return undefined;
}

/** The parts between the commas of a literal, each without the blanks before it. */
function* partsIn(program: string, open: number): Generator<{ start: number; end: number }> {
  let depth = 0;
  let start = skipBlanks(program, open + 1);
  for (let at = open; at < program.length; at = next(program, at)) {
    const letter = program[at] ?? "";
    if ("{[(".includes(letter)) depth += 1;
    const closes = "}])".includes(letter);
    if (closes) depth -= 1;
    if ((letter === "," && depth === 1) || (closes && depth === 0)) {
      if (at > start) yield { start, end: at };
      start = skipBlanks(program, at + 1);
    }
    if (depth === 0) return;
  }
}

/** The offset after the letter, text or comment at an offset. */
function next(program: string, at: number): number {
  const letter = program[at] ?? "";
  if (program.startsWith("//", at)) return endOr(program.indexOf("\n", at), program);
  if (program.startsWith("/*", at)) return endOr(program.indexOf("*/", at), program, 2);
  if (!"\"'`".includes(letter)) return at + 1;
  let end = at + 1;
  while (end < program.length && program[end] !== letter) end += program[end] === "\\" ? 2 : 1;
  return end + 1;
}

function skipBlanks(program: string, from: number): number {
  let at = from;
  while (at < program.length) {
    const isBlank = /\s/.test(program[at] ?? "");
    if (!isBlank && !program.startsWith("//", at) && !program.startsWith("/*", at)) return at;
    at = isBlank ? at + 1 : next(program, at);
  }
  return at;
}

function endOr(found: number, program: string, length = 0): number {
  return found === -1 ? program.length : found + length;
}
