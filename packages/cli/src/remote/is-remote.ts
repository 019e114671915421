import { CommandError, type Invocation } from "../command.ts";

/** Whether the command uses the API of a server instead of a database. */
export function isRemote(invocation: Invocation): boolean {
  return invocation.flag("remote") || invocation.text("profile") !== undefined;
}

/** Refuses the options that choose a database or an organization in it. */
export function refuseLocalOptions(invocation: Invocation): void {
  for (const local of ["organization", "data"]) {
    if (invocation.text(local) === undefined) continue;
    throw new CommandError(
      `--${local} is for a database. A key belongs to one organization; choose it with --profile.`,
      2,
    );
  }
}
