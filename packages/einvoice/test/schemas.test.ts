import { expect, test } from "vitest";
import { checkRules, writeCii, writeUbl } from "../src/index.ts";
import { samples } from "./samples/index.ts";
import { checkCiiSchema, checkUblSchema } from "./schemas/read-schemas.ts";

test.each(Object.entries(samples))("an invoice with %s is valid in both syntaxes and breaks no rule", (_, invoice) => {
  expect(checkRules(invoice)).toEqual([]);
  expect(checkCiiSchema(writeCii(invoice))).toBeNull();
  expect(checkUblSchema(writeUbl(invoice))).toBeNull();
});

test("a schema finds a misplaced and a missing element, which no rule finds", () => {
  const cii = writeCii(samples["reverse charge"]!);
  expect(checkCiiSchema(cii.replace("<ram:LineID>1</ram:LineID>", "<ram:LineId>1</ram:LineId>"))).toContain("LineId");
  const ubl = writeUbl(samples["reverse charge"]!);
  expect(checkUblSchema(ubl.replace(/<cbc:IssueDate>.*<\/cbc:IssueDate>\n/, ""))).toContain("IssueDate");
});
