import type pg from "pg";

/** Finds a text in the whole database: each column of text, JSON, arrays or bytes of every table, as `table.column`. */
export async function findEverywhere(owner: pg.Client, text: string): Promise<string[]> {
  const { rows: columns } = await owner.query<{ place: string; schema: string; table: string; column: string }>(
    `select c.table_schema as schema, c.table_name as table, c.column_name as column,
       c.table_name || '.' || c.column_name as place
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema in ('public', 'identity') and t.table_type = 'BASE TABLE'
       and (c.data_type in ('text', 'json', 'jsonb', 'bytea', 'ARRAY', 'character varying') or c.data_type = 'inet')
     order by place`,
  );
  const found: string[] = [];
  for (const { place, schema, table, column } of columns) {
    const name = `"${column}"`;
    const { rows } = await owner.query<{ is_there: boolean }>(
      `select exists (select from "${schema}"."${table}" where
         position(lower($1) in lower(${name}::text)) > 0
         or position(encode(convert_to($1, 'UTF8'), 'hex') in ${name}::text) > 0) as is_there`,
      [text],
    );
    if (rows[0]?.is_there === true) found.push(place);
  }
  if (columns.length < 200) throw new Error(`only ${columns.length} columns were looked at`);
  return found;
}
