import { CommandError, type Invocation } from "../command.ts";

/** After how many items a command that follows a stream stops: `--count N`, or never. */
export function readCount(invocation: Pick<Invocation, "text">): number {
  const given = invocation.text("count");
  if (given === undefined) return Infinity;
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given);
  throw new CommandError(`--count is "${given}"; expected a number from 1.`, 2);
}
