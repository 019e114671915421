import { dottedName, isNode, walk, type ParsedFile, type SyntaxNode } from "./syntax.ts";
import { violationAt, type Violation } from "./violation.ts";

/**
 * Words that names must avoid, each as a whole word. Words of the API, such as `customerId` of an activated
 * subscription and `fixedFee` of a price, are members and not exported names.
 */
const avoided = "tenant meter charge fee cycle manager helper helpers util utils misc common info v2".split(" ");

/** Names that may contain an avoided word: those of the API, and those that the glossary defines. */
const exempt = /fixedFee|fee_?types?|chargePeriod|reverse_?charge|usageMeter/i;

/** What a file exports by name. */
export function exportedNames(file: ParsedFile): { name: string; start: number }[] {
  const found: { name: string; start: number }[] = [];
  walk(file.program, (node) => {
    if (node.type !== "ExportNamedDeclaration" || !isNode(node["declaration"])) return;
    const declaration = node["declaration"];
    const declared = (declaration["declarations"] as SyntaxNode[] | undefined) ?? [declaration];
    for (const one of declared) {
      const name = dottedName(one["id"]);
      if (name !== undefined) found.push({ name, start: one.start });
    }
  });
  return found;
}

/** Exported names that contain a word with a better alternative in the glossary. */
export function findAvoidedWords(files: readonly ParsedFile[]): Violation[] {
  return files.flatMap((file) =>
    exportedNames(file)
      .filter(({ name }) => wordsOf(name.replace(exempt, "")).some((word) => avoided.includes(word)))
      .map(({ name, start }) => violationAt(file, start, `exports the name ${name}`)),
  );
}

/** `billing`, `period` for `billingPeriod` and for `BILLING_PERIOD`. */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z]+\d*|[A-Z]+\d*(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}

/** The terms of the glossary: the first column of its table. */
export function glossaryTerms(text: string): string[] {
  return [...text.matchAll(/^\| ([^|]+) \|/gm)]
    .map(([, term = ""]) => term.trim())
    .filter((term) => term !== "Word" && !/^-+$/.test(term));
}

/** Terms that no name and no text in the source uses: the glossary must not explain obsolete words. */
export function findUnusedTerms(terms: readonly string[], files: readonly ParsedFile[]): string[] {
  const source = files.map(({ text }) => text.toLowerCase().replace(/[_\s-]/g, "")).join("\n");
  return terms.filter((term) => !source.includes(term.toLowerCase().replace(/[_\s-]/g, "")));
}
