import {
  exportedNames,
  findAvoidedWords,
  findUnusedTerms,
  glossaryTerms,
  isPackageSource,
  parse,
  print,
  readRepository,
} from "@counterfoil/testkit/house-rules";
import { expect, test } from "vitest";

const files = readRepository(isPackageSource).map(parse);
const [glossary] = readRepository((path) => path === "GLOSSARY.md");
const terms = glossaryTerms(glossary?.text ?? "");

test("every term of the glossary occurs in the code", () => {
  expect(terms.length).toBeGreaterThan(20);
  expect(findUnusedTerms(terms, files)).toEqual([]);
  expect(findUnusedTerms(["flux compensator"], files)).toEqual(["flux compensator"]);
});

test("no exported name uses a word for which the glossary has a better one", () => {
  expect(files.flatMap(exportedNames).length).toBeGreaterThan(200);
  expect(print(findAvoidedWords(files))).toEqual([]);
});

test.each(["class AccountManager {}", "function dateUtils() {}", "const MONTHLY_FEE = 1;", "type Tenant = string;"])(
  "export %s is found",
  (declaration) => {
    const planted = parse({ path: "packages/service/src/planted.ts", text: `export ${declaration}` });
    expect(findAvoidedWords([planted])).toHaveLength(1);
  },
);

test.each(["interface FixedFeeTier {}", "type FeeType = string;", "const information = 1;"])(
  "export %s is fine",
  (declaration) => {
    const planted = parse({ path: "packages/engine/src/planted.ts", text: `export ${declaration}` });
    expect(findAvoidedWords([planted])).toEqual([]);
  },
);
