import { expect, test } from "vitest";

// R-DIST-3: the files of a release that scripts/release makes.

interface Release {
  readonly version: string;
  readonly date: string;
  readonly summaries: readonly string[];
}
interface Changelog {
  sectionOf(changelog: string, version: string): { isReleased: boolean; text: string };
  notesOf(changelog: string, version: string, repository: string | undefined): string;
  closeSection(changelog: string, release: Release): string;
}

/** Programs that run before anything is installed are plain JavaScript, without types. */
async function load<Module>(name: string): Promise<Module> {
  return (await import(new URL(`../../scripts/release/${name}.mjs`, import.meta.url).href)) as Module;
}

const { sectionOf, notesOf, closeSection } = await load<Changelog>("changelog");
const { faultsOfBill } = await load<{ faultsOfBill: (text: string) => Promise<string[]> }>("bill-of-materials");
const { unpinnedActions } = await load<{ unpinnedActions: (workflow: string) => string[] }>("unpinned-actions");
const { versionPlaces } = await load<{ versionPlaces: () => Promise<{ path: string; version: string }[]> }>("versions");

const changelog = `# Changelog

For operators.

## 0.2.0 (unreleased)

- Invoices have [numbers](docs/invoices.md#numbers), as in [the standard](https://example.com/a).

## 0.1.0 (2026-01-01)

The first version.
`;

test("the notes are the version's section, with links that work outside the repository", () => {
  expect(notesOf(changelog, "0.2.0", "https://git.example/o/r")).toBe(
    "- Invoices have [numbers](https://git.example/o/r/blob/v0.2.0/docs/invoices.md#numbers), " +
      "as in [the standard](https://example.com/a).\n",
  );
  expect(notesOf(changelog, "0.1.0", undefined)).toBe("The first version.\n");
});

test("only a dated section may be released, and a missing one is named", () => {
  expect(sectionOf(changelog, "0.2.0").isReleased).toBe(false);
  expect(sectionOf(changelog, "0.1.0").isReleased).toBe(true);
  expect(() => sectionOf(changelog, "0.3.0")).toThrow('CHANGELOG.md has no section "## 0.3.0 (…)".');
  expect(() => sectionOf("## 0.3.0 (2026-01-01)\n\n## 0.2.0 (2026-01-01)\n", "0.3.0")).toThrow("is empty");
});

test("a release dates the unreleased section, gives it the new version, and adds the changesets", () => {
  const closed = closeSection(changelog, {
    version: "0.3.0",
    date: "2026-03-01",
    summaries: ["Quotes expire.", "Two\nlines."],
  });
  expect(sectionOf(closed, "0.3.0")).toEqual({
    isReleased: true,
    text:
      "- Invoices have [numbers](docs/invoices.md#numbers), as in [the standard](https://example.com/a).\n\n" +
      "### Changes\n\n- Quotes expire.\n- Two\n  lines.\n",
  });
  expect(sectionOf(closed, "0.1.0").text).toBe("The first version.\n");
});

test("without an unreleased section, the changesets make one, and a release of nothing is refused", () => {
  const released = changelog.replace("(unreleased)", "(2026-02-01)");
  const release = { version: "0.2.1", date: "2026-03-01" };
  const closed = closeSection(released, { ...release, summaries: ["Quotes expire."] });
  expect(sectionOf(closed, "0.2.1").text).toBe("- Quotes expire.\n");
  expect(closed.indexOf("## 0.2.1")).toBeLessThan(closed.indexOf("## 0.2.0"));
  expect(() => closeSection(released, { ...release, summaries: [] })).toThrow("there is no changeset");
});

test("finds actions that a tag or a branch names, and none of this repository or of a commit", () => {
  const workflow = `
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
      - uses: actions/cache@v4
      - name: Build
        uses: "docker/build-push-action@main"
    checks:
      uses: ./.github/workflows/ci.yml`;
  expect(unpinnedActions(workflow)).toEqual(["actions/cache@v4", "docker/build-push-action@main"]);
});

test("checks a bill of materials against the schema of CycloneDX", async () => {
  const component = { type: "library", name: "left", version: "1.0.0", licenses: [{ license: { id: "MIT" } }] };
  const bill = { bomFormat: "CycloneDX", specVersion: "1.5", version: 1, components: [component] };
  expect(await faultsOfBill(JSON.stringify(bill))).toEqual([]);
  const wrong = { ...component, licenses: [{ license: { id: "No such licence" } }], colour: "red" };
  expect((await faultsOfBill(JSON.stringify({ ...bill, components: [wrong] }))).join("\n")).toContain("/components/0");
});

test("every place that names the version names the same", async () => {
  const places = await versionPlaces();
  expect(places.length).toBeGreaterThan(10);
  expect(new Set(places.map(({ version }) => version)).size).toBe(1);
});
