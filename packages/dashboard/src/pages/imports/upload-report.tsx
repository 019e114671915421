import { Download } from "lucide-react";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { FailureLine } from "../../design/states.tsx";
import { count } from "../../format/words.ts";
import { toCsv } from "../../list/csv.ts";
import { save } from "../../list/save.ts";
import type { FailedRow } from "./upload.ts";
import type { RunningUpload } from "./use-upload.ts";

/** The failed lines on the page. The file has all of them. */
const SHOWN = 20;

interface UploadReportProps {
  readonly name: string;
  readonly header: readonly string[];
  readonly rowCount: number;
  readonly upload: RunningUpload;
  readonly onReset: () => void;
}

/** The progress of an upload, its result, and the lines that failed. */
export function UploadReport({ name, header, rowCount, upload, onReset }: UploadReportProps) {
  const { progress, isRunning, error, stop } = upload;
  if (progress === null) return null;
  const { done, stored, duplicates, failed } = progress;
  const left = rowCount - done;
  return (
    <Card
      title={isRunning ? `Uploading ${name}` : left > 0 ? `Stopped: ${name}` : `Uploaded ${name}`}
      actions={
        isRunning ? <Button onClick={stop}>Stop</Button> : <Button onClick={onReset}>Upload another file</Button>
      }
    >
      <progress aria-label="Rows sent" value={done} max={rowCount} className="h-2 w-full accent-(--accent)" />
      <dl role="status" className="figures mt-3 flex flex-wrap gap-x-8 gap-y-2 text-sm">
        <Figure name="Stored" value={stored} />
        <Figure name="Duplicates" value={duplicates} />
        <Figure name="Failed" value={failed.length} />
        <Figure name="Not sent" value={left} />
      </dl>
      {error !== null && (
        <div className="mt-3">
          <FailureLine error={error} />
          <p className="mt-1 text-sm text-muted">
            {count(left, "row")} without an answer. Upload the file again: stored events count only once.
          </p>
        </div>
      )}
      {failed.length > 0 && <FailedLines name={name} header={header} failed={failed} isRunning={isRunning} />}
    </Card>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="font-semibold">{value.toLocaleString()}</dd>
    </div>
  );
}

interface FailedLinesProps {
  readonly name: string;
  readonly header: readonly string[];
  readonly failed: readonly FailedRow[];
  readonly isRunning: boolean;
}

function FailedLines({ name, header, failed, isRunning }: FailedLinesProps) {
  const more = failed.length - SHOWN;
  return (
    <div className="mt-4">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">Failed lines</h3>
        <Button
          icon={<Download aria-hidden className="size-4" />}
          disabled={isRunning}
          onClick={() => save(`failed-${name}`, fileOf(header, failed))}
        >
          Download failed lines
        </Button>
      </div>
      <table className="w-full text-left text-sm">
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="w-20 py-1 font-medium">
              Line
            </th>
            <th scope="col" className="py-1 font-medium">
              Error
            </th>
          </tr>
        </thead>
        <tbody>
          {failed.slice(0, SHOWN).map(({ row, detail }) => (
            <tr key={row.line} className="border-t border-line">
              <td className="figures py-1.5 align-top">{row.line}</td>
              <td className="py-1.5 wrap-anywhere">{detail}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="mt-2 text-sm text-muted">{count(more, "more line")} in the file.</p>}
    </div>
  );
}

/** The failed rows as they were, with their line and the error, so that they can be corrected and uploaded again. */
function fileOf(header: readonly string[], failed: readonly FailedRow[]): Blob {
  const text = toCsv(
    failed,
    [
      ...header.map((column, index) => ({
        name: column,
        text: ({ row }: FailedRow) => row.cells[index]?.text ?? "",
      })),
      { name: "Line", text: ({ row }: FailedRow) => String(row.line) },
      { name: "Error", text: ({ detail }: FailedRow) => detail },
    ],
    { timezone: "UTC", accounts: new Map() },
  );
  return new Blob([text], { type: "text/csv;charset=utf-8" });
}
