import { useState } from "react";
import { Field } from "../../design/field.tsx";
import { reasonOf } from "../../design/reason.ts";
import { type CsvFile, readCsv } from "./read-csv.ts";

const MEGABYTE = 1024 * 1024;
/** The browser keeps the file in memory. `counterfoil events import` has no limit. */
const MOST_MEGABYTES = 50;

/** A file that the browser has read. */
export interface Picked {
  readonly name: string;
  readonly file: CsvFile;
}

/** A field for a CSV file. It reads the file and says what is wrong with it. */
export function FilePick({ onPick }: { readonly onPick: (picked: Picked | null) => void }) {
  const [fault, setFault] = useState<string>();
  const pick = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      const read = await readFile(file);
      setFault(undefined);
      onPick({ name: file.name, file: read });
    } catch (error) {
      setFault(reasonOf(error));
      onPick(null);
    }
  };
  return (
    <Field
      label="CSV file"
      hint={`UTF-8, with column names in the first line, up to ${MOST_MEGABYTES} MB`}
      fault={fault}
    >
      {(ids) => (
        <input
          {...ids}
          type="file"
          accept=".csv,text/csv,text/plain"
          onChange={({ target }) => void pick(target.files?.[0])}
          className="block w-full text-sm text-muted file:mr-3 file:h-9 file:rounded-md file:border file:border-line file:bg-surface file:px-3 file:text-sm file:font-medium file:text-ink hover:file:bg-sunken"
        />
      )}
    </Field>
  );
}

async function readFile(file: File): Promise<CsvFile> {
  if (file.size > MOST_MEGABYTES * MEGABYTE) {
    const size = Math.ceil(file.size / MEGABYTE);
    throw new Error(`${file.name} has ${size} MB. The maximum is ${MOST_MEGABYTES} MB; use the command line for more.`);
  }
  const read = readCsv(await file.text());
  if (read.rows.length === 0) throw new Error(`${file.name} has no rows. The first line must have the column names.`);
  return read;
}
