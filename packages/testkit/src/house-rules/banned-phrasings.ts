import type { RepositoryFile } from "./repository.ts";
import { violationAt, type Violation } from "./violation.ts";

/** A phrasing that readers find hard to understand, and a better one. */
interface BannedPhrasing {
  readonly pattern: RegExp;
  readonly better: string;
}

/** The patterns are narrow, to spare ordinary English: "stands for" and "standard" pass, "as it stands" does not. */
const bannedPhrasings: readonly BannedPhrasing[] = [
  { pattern: /\btold of\b/gi, better: "notified about, or: informed about" },
  { pattern: /\bwho(?:so|m)?ever\b/gi, better: "anyone who, or the role: the customer, the caller" },
  { pattern: /\bnobody\b/gi, better: "no one, or name the actor: no user, no worker" },
  { pattern: /\bbeside\b/gi, better: "next to, in addition to, or during" },
  { pattern: /\b(?:it|this|that|which|what \w+(?: \w+)?) comes? to\b/gi, better: "is, totals, or happens to" },
  { pattern: /\bby hand of\b/gi, better: "by" },
  {
    pattern: /\b(?:clock|database|document|key|lock|number|page|process|row|transaction)s? of its own\b/gi,
    better: "its own …",
  },
  { pattern: /\b(?:is|are|was|were) away\b/gi, better: "is unavailable, or: is absent" },
  { pattern: /\b(?:as it|where it|where you|what) stands?\b/gi, better: "is, or: current, status" },
];

/** The banned phrasings in files, each with the better wording. */
export function findBannedPhrasings(files: readonly RepositoryFile[]): Violation[] {
  return files.flatMap((file) =>
    bannedPhrasings.flatMap(({ pattern, better }) =>
      [...file.text.matchAll(pattern)].map((match) => violationAt(file, match.index, `${match[0]} → ${better}`)),
    ),
  );
}
