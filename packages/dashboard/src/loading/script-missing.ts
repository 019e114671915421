/** A script that the page wanted did not come: most often a newer version was installed since the tab was opened, and it is gone. */
export class ScriptMissing extends Error {
  constructor(cause: unknown) {
    super("Part of the page could not be loaded.", { cause });
    this.name = "ScriptMissing";
  }
}
