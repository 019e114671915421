import { E_INVOICE_PROFILES, type EInvoiceProfile } from "@counterfoil/einvoice";
import type { Json, Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { findRules, judge } from "./judge.ts";
import { begin, stories } from "./stories.ts";

/** The syntaxes in which a profile is checked. The network takes only UBL, so Peppol publishes no rules for CII. */
const SYNTAXES = {
  en16931: ["cii", "ubl"],
  peppol: ["ubl"],
  xrechnung: ["cii", "ubl"],
} as const satisfies Record<EInvoiceProfile, readonly string[]>;

interface Refusal {
  readonly story: string;
  readonly profile: EInvoiceProfile;
  readonly rules: readonly string[];
}

interface Written {
  /** By the name under which the rules are found. */
  readonly files: ReadonlyMap<string, string>;
  readonly refused: readonly Refusal[];
  /** Number of documents of each profile, written or refused. */
  readonly documents: number;
}

async function documentsOf(story: Story): Promise<string[]> {
  const invoices = (await story.invoices()).filter(({ status }) => status !== "draft");
  const { items: notes } = await story.api.get<{ items: Json[] }>("/credit-notes?limit=100");
  return [...invoices.map(({ id }) => `/invoices/${id}`), ...notes.map(({ id }) => `/credit-notes/${id}`)];
}

/** All documents of all stories in every profile and syntax. */
async function writeAll(): Promise<Written> {
  const files = new Map<string, string>();
  const refused = new Map<string, Refusal>();
  let documents = 0;
  for (const [name, told] of Object.entries(stories)) {
    const story = await begin(told);
    await told.tell(story);
    const paths = await documentsOf(story);
    if (paths.length === 0) throw new Error(`the story "${name}" made no document`);
    documents += paths.length;
    for (const path of paths) {
      for (const profile of E_INVOICE_PROFILES) {
        for (const syntax of SYNTAXES[profile]) {
          const form = `profile=${profile}&format=${syntax}`;
          const answer = await story.api.request<unknown>("GET", `${path}/xml?${form}`);
          if (answer.status === 200)
            files.set(fileName(name, documents, path, profile, syntax, String(answer.body)), String(answer.body));
          else {
            const rules = refusingRules(answer.body);
            refused.set(`${path} ${profile}`, { story: name, profile, rules });
          }
        }
      }
    }
  }
  return { files, refused: [...refused.values()], documents };
}

function fileName(story: string, at: number, path: string, profile: string, syntax: string, xml: string): string {
  const kind = xml.includes("<CreditNote ") ? "credit-note" : "invoice";
  const name = `${story} ${at} ${path}`.replaceAll(/\W+/g, "-");
  return `${profile}.${syntax}-${kind}.${name}.xml`;
}

function refusingRules(problem: unknown): string[] {
  const { code, errors } = problem as { code: string; errors: { detail: string }[] };
  expect(code).toBe("e_invoice_incomplete");
  return [...new Set(errors.map(({ detail }) => detail.split(":")[0] ?? ""))].toSorted();
}

const { files, refused, documents } = await writeAll();
const rulesHere = findRules();
if ("missing" in rulesHere) console.warn(`The official rules of e-invoices are left out: ${rulesHere.missing}`);

test("every document is written in every profile, except those that a rule forbids, which are refused by it", () => {
  const expected = Object.entries(stories).flatMap(([story, { cannot = {} }]) =>
    Object.entries(cannot).map(([profile, rules]) => JSON.stringify({ story, profile, rules: rules.toSorted() })),
  );
  expect([...new Set(refused.map((one) => JSON.stringify(one)))]).toEqual(expected);
});

/** Valid documents with one required element removed: checks that accept them check nothing. */
const TAMPERED = {
  "en16931.cii-invoice": ["<ram:TypeCode>380</ram:TypeCode>", "BR-04"],
  "en16931.ubl-invoice": [/<cbc:DocumentCurrencyCode>.*<\/cbc:DocumentCurrencyCode>/, "BR-05"],
  "peppol.ubl-invoice": [/<cbc:BuyerReference>.*<\/cbc:BuyerReference>/, "PEPPOL-EN16931-R003"],
  "peppol.ubl-credit-note": [/<cbc:ProfileID>.*<\/cbc:ProfileID>/, "PEPPOL-EN16931-R001"],
  "xrechnung.cii-invoice": [/<ram:BuyerReference>.*<\/ram:BuyerReference>/, "BR-DE-15"],
  "xrechnung.ubl-invoice": [/<cbc:Telephone>.*<\/cbc:Telephone>/, "BR-DE-6"],
  "xrechnung.ubl-credit-note": [/<cbc:Telephone>.*<\/cbc:Telephone>/, "BR-DE-6"],
} as const satisfies Record<string, readonly [string | RegExp, string]>;

function tampered(): Map<string, string> {
  return new Map(
    Object.entries(TAMPERED).map(([rules, [part]]) => {
      const [, sound = ""] = [...files].find(([name]) => name.startsWith(`${rules}.`)) ?? [];
      const broken = sound.replace(part, "");
      if (broken === sound) throw new Error(`nothing to take from a document of ${rules}`);
      return [`${rules}.tampered.xml`, broken];
    }),
  );
}

test.skipIf("missing" in rulesHere)(
  "what is written keeps the official rules of EN 16931, Peppol BIS Billing and XRechnung (R-PDF-1)",
  { timeout: 900_000 },
  ({ skip }) => {
    if ("missing" in rulesHere) return skip(rulesHere.missing);
    const broken = tampered();
    const { faults, judgedBy } = judge(rulesHere.classPath, new Map([...files, ...broken]));
    expect(judgedBy.size).toBe(files.size + broken.size);
    const errors = faults.filter(({ severity }) => severity === "error");
    const found = errors.map(({ file, rule }) => `${file} ${rule}`);
    for (const [rules, [, rule]] of Object.entries(TAMPERED)) expect(found).toContain(`${rules}.tampered.xml ${rule}`);
    const failed = errors.filter(({ file }) => !broken.has(file));
    console.log(E_INVOICE_PROFILES.map((profile) => counted(profile, failed, judgedBy)).join("\n"));
    expect(failed).toEqual([]);
  },
);

/** `peppol: 73 of 73 files that were written keep …; of 78 documents 5 are refused`. */
function counted(
  profile: EInvoiceProfile,
  failed: readonly { readonly file: string }[],
  judgedBy: ReadonlyMap<string, string>,
): string {
  const own = [...files.keys()].filter((file) => file.startsWith(`${profile}.`));
  const kept = own.filter((name) => failed.every(({ file }) => file !== name)).length;
  const left = refused.filter((one) => one.profile === profile).length;
  const rules = [...new Set(own.map((file) => judgedBy.get(file) ?? "none"))].toSorted().join(", ");
  return `${profile}: ${kept} of ${own.length} files keep the official rules (${rules}); of ${documents} documents ${left} are refused`;
}
