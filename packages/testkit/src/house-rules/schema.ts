import type { RepositoryFile } from "./repository.ts";

/** The tables and views with a column for the organization. Each of their rows belongs to an organization. */
export function organizationTables(migrations: readonly RepositoryFile[]): string[] {
  return migrations.flatMap(({ text }) =>
    [...text.matchAll(/create (?:table|view) (?:if not exists )?(\w+) ([\s\S]*?);\n/g)]
      .filter(([, , columns = ""]) => /\borganization_(?:id|number)\b/.test(columns))
      .map(([, name = ""]) => name),
  );
}
