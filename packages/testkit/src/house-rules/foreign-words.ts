import type { RepositoryFile } from "./repository.ts";
import { violationAt, type Violation } from "./violation.ts";

/**
 * Words of the author's workplace, which do not belong to the project. Written so that this file does not contain them.
 */
const foreign: readonly RegExp[] = [
  // Paths of a single machine. With a letter or dot before it, a path belongs to something else, such as a package.
  /(?<![\w.@-])\/(?:wor[k]|roo[t]|hom[e]\/\w+|User[s]\/\w+)\//,
  /\/tm[p]\/brief/,
  // Hosts of package registries. The lockfile names none either.
  /https?:\/\/[\w.-]*(?:registr[y]\.|artifactor[y]|verdacci[o]|nexu[s])[\w.-]*/i,
  // The IDs in examples are ours.
  /\bsess[i]on[_-](?!01kg9a4xqr)(?=[\w-]*\d)[\w-]{6,}\b/i,
];

/** The files and places that contain such a word. */
export function findForeignWords(files: readonly RepositoryFile[]): Violation[] {
  return files.flatMap((file) =>
    foreign.flatMap((pattern) => {
      const match = pattern.exec(file.text);
      return match === null ? [] : [violationAt(file, match.index, match[0])];
    }),
  );
}
