/**
 * A script of the page failed to load. Usually a newer version was installed since the tab was opened, and the old
 * script no longer exists.
 */
export class ScriptMissing extends Error {
  constructor(cause: unknown) {
    super("Part of the page could not be loaded.", { cause });
    this.name = "ScriptMissing";
  }
}
