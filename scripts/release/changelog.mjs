import { Refusal } from "../bootstrap/refusal.mjs";

const HEADING = /^## (\S+) \((unreleased|\d{4}-\d{2}-\d{2})\)$/;

/**
 * The section of a version, `## 0.2.0 (2026-03-01)` or `## 0.2.0 (unreleased)`.
 * @param {string} changelog
 * @param {string} version
 * @returns {{ isReleased: boolean, text: string }} the text below the heading
 */
export function sectionOf(changelog, version) {
  const lines = changelog.split("\n");
  const start = lines.findIndex((line) => HEADING.exec(line)?.[1] === version);
  if (start === -1) throw new Refusal(`CHANGELOG.md has no section "## ${version} (…)".`);
  const end = lines.findIndex((line, at) => at > start && line.startsWith("## "));
  const text = lines.slice(start + 1, end === -1 ? undefined : end).join("\n");
  if (text.trim() === "") throw new Refusal(`The section of ${version} in CHANGELOG.md is empty.`);
  return { isReleased: HEADING.exec(lines[start])?.[2] !== "unreleased", text: `${text.trim()}\n` };
}

/**
 * The release notes of a version: its section, with links that work outside the repository.
 * @param {string} changelog
 * @param {string} version
 * @param {string | undefined} repository such as `https://github.com/owner/name`; links stay relative without it
 */
export function notesOf(changelog, version, repository) {
  const { text } = sectionOf(changelog, version);
  if (repository === undefined) return text;
  return text.replaceAll(/\]\((?![a-z]+:|#)([^)]+)\)/g, `](${repository}/blob/v${version}/$1)`);
}

/**
 * Dates the unreleased section at the top as the new version, and adds what the changesets say. Creates the section if
 * there is none.
 * @param {string} changelog
 * @param {{ version: string, date: string, summaries: readonly string[] }} release
 */
export function closeSection(changelog, { version, date, summaries }) {
  const heading = `## ${version} (${date})`;
  const changes = summaries.map((summary) => `- ${summary.trim().replaceAll("\n", "\n  ")}`).join("\n");
  const lines = changelog.split("\n");
  const top = lines.findIndex((line) => line.startsWith("## "));
  const isOpen = HEADING.exec(lines[top] ?? "")?.[2] === "unreleased";
  if (!isOpen && changes === "")
    throw new Refusal("CHANGELOG.md has no unreleased section, and there is no changeset.");
  if (!isOpen) return lines.toSpliced(top === -1 ? lines.length : top, 0, heading, "", changes, "").join("\n");
  const dated = lines.with(top, heading);
  if (changes === "") return dated.join("\n");
  const next = lines.findIndex((line, at) => at > top && line.startsWith("## "));
  const end = next === -1 ? lines.length : next;
  const before = dated.slice(0, end).join("\n").trimEnd();
  return [before, "", "### Changes", "", changes, "", ...dated.slice(end)].join("\n");
}
