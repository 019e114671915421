import type { RepositoryFile } from "./repository.ts";
import { violationAt, type Violation } from "./violation.ts";

/**
 * Words of the place where somebody worked instead of words of the project. Written so that this file does not hold them
 * itself.
 */
const foreign: readonly RegExp[] = [
  // Paths of one machine. A leading letter or dot makes it a path of something else, such as `packages/work/`.
  /(?<![\w.@-])\/(?:wor[k]|roo[t]|hom[e]\/\w+|User[s]\/\w+)\//,
  /\/tm[p]\/brief/,
  // Hosts of package registries: the lockfile names none either.
  /https?:\/\/[\w.-]*(?:registr[y]\.|artifactor[y]|verdacci[o]|nexu[s])[\w.-]*/i,
  // The ids of examples are ours.
  /\bsess[i]on[_-](?!01kg9a4xqr)(?=[\w-]*\d)[\w-]{6,}\b/i,
];

/** Where files hold such a word. */
export function findForeignWords(files: readonly RepositoryFile[]): Violation[] {
  return files.flatMap((file) =>
    foreign.flatMap((pattern) => {
      const match = pattern.exec(file.text);
      return match === null ? [] : [violationAt(file, match.index, match[0])];
    }),
  );
}
