import { useState } from "react";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { BareSelect } from "../../design/field.tsx";
import { count } from "../../format/words.ts";
import type { CsvFile } from "./read-csv.ts";
import { type Columns, faultOfMapping, LEFT_OUT, mappingOf, PROPERTY } from "./upload.ts";

/** The rows in the preview. */
const PREVIEW = 5;

interface ColumnMappingProps {
  readonly file: CsvFile;
  readonly kind: Columns;
  readonly noun: string;
  readonly onStart: (mapping: readonly string[]) => void;
}

/** The first rows of a file, and for each column the member that it fills. */
export function ColumnMapping({ file, kind, noun, onStart }: ColumnMappingProps) {
  const { header, rows } = file;
  const [mapping, setMapping] = useState(() => mappingOf(header, kind));
  const fault = faultOfMapping(mapping, kind);
  return (
    <Card title="Columns" note={`${count(rows.length, "row")}. Choose what each column contains.`}>
      <div className="-mx-4 overflow-x-auto px-4" tabIndex={0} role="region" aria-label="Preview">
        <table className="w-full text-left text-sm">
          <thead>
            <tr>
              {header.map((name, index) => (
                <th key={index} scope="col" className="min-w-36 py-2 pr-3 align-top font-normal">
                  <span className="mb-1 block truncate font-medium">{name === "" ? `Column ${index + 1}` : name}</span>
                  <BareSelect
                    label={`Contents of ${name === "" ? `column ${index + 1}` : name}`}
                    value={mapping[index] ?? LEFT_OUT}
                    onChange={({ target }) => setMapping(mapping.with(index, target.value))}
                    className="w-full"
                  >
                    <option value={LEFT_OUT}>Don’t upload</option>
                    {kind.hasProperties && <option value={PROPERTY}>Property</option>}
                    {kind.targets.map(({ value, name: target }) => (
                      <option key={value} value={value}>
                        {target}
                      </option>
                    ))}
                  </BareSelect>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, PREVIEW).map(({ line, cells }) => (
              <tr key={line} className="border-t border-line">
                {header.map((_, index) => (
                  <td key={index} className="max-w-64 truncate py-2 pr-3">
                    {cells[index]?.text ?? ""}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-end gap-3">
        {fault !== null && (
          <p role="status" className="text-sm text-bad">
            {fault}
          </p>
        )}
        <Button kind="primary" disabled={fault !== null} onClick={() => onStart(mapping)}>
          Upload {count(rows.length, noun)}
        </Button>
      </div>
    </Card>
  );
}
