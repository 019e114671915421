import { Link } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { Button } from "../design/button.tsx";
import { count } from "../format/words.ts";
import { useOrganization } from "../server/session.ts";
import type { BulkAction, RowNames } from "./bulk-action.ts";
import { toCsv } from "./csv.ts";
import type { Outcome } from "./run-each.ts";
import { save } from "./save.ts";
import type { BulkRun } from "./use-bulk-run.ts";

/** More rows are only in the file. */
const MOST_LISTED = 100;

interface BulkReportProps<Row> {
  readonly action: BulkAction<Row>;
  readonly names: RowNames<Row>;
  readonly run: BulkRun<Row>;
  readonly selected: number;
}

/** What was done, what failed and why, and what was left out, with links. */
export function BulkReport<Row>({ action, names, run, selected }: BulkReportProps<Row>) {
  const { timezone } = useOrganization();
  const { outcomes, failure } = run;
  const of = (kind: Outcome<Row>["kind"]) => outcomes.filter((outcome) => outcome.kind === kind);
  const left = selected - outcomes.length;
  const download = () => {
    const fields = [
      { name: names.noun, text: ({ row }: Outcome<Row>) => names.nameOf(row) },
      { name: "Result", text: ({ kind }: Outcome<Row>) => kind },
      { name: "Reason", text: ({ reason }: Outcome<Row>) => reason },
    ];
    const text = toCsv(outcomes, fields, { timezone, accounts: new Map() });
    save("report.csv", new Blob([text], { type: "text/csv;charset=utf-8" }));
  };
  return (
    <div className="flex flex-col gap-4 text-sm">
      {failure !== null && <p className="text-bad">The rows could not be read to the end: {failure}</p>}
      {left > 0 && (
        <p>
          {count(left, names.noun)} not reached. Select {left === 1 ? "it" : "them"} again to continue.
        </p>
      )}
      <Part title={`${of("failed").length.toLocaleString()} failed`} names={names} outcomes={of("failed")} isOpen />
      <Part title={`${of("skipped").length.toLocaleString()} skipped`} names={names} outcomes={of("skipped")} isOpen />
      <Part title={`${of("done").length.toLocaleString()} ${action.past}`} names={names} outcomes={of("done")} />
      <div>
        <Button icon={<Download aria-hidden className="size-4" />} onClick={download}>
          Report as CSV
        </Button>
      </div>
    </div>
  );
}

interface PartProps<Row> {
  readonly title: string;
  readonly names: RowNames<Row>;
  readonly outcomes: readonly Outcome<Row>[];
  readonly isOpen?: boolean;
}

function Part<Row>({ title, names, outcomes, isOpen = false }: PartProps<Row>) {
  const listed = outcomes.slice(0, MOST_LISTED);
  if (outcomes.length === 0) return <p className="figures text-muted">{title}</p>;
  return (
    <details open={isOpen}>
      <summary className="figures cursor-pointer font-medium">{title}</summary>
      <ul className="mt-2 flex max-h-56 flex-col gap-1 overflow-y-auto">
        {listed.map(({ row, reason }) => (
          <li key={names.to(row)}>
            <Link to={names.to(row)} target="_blank" className="font-medium hover:underline">
              {names.nameOf(row)}
            </Link>
            {reason !== null && <span className="text-muted">: {reason}</span>}
          </li>
        ))}
        {outcomes.length > listed.length && (
          <li className="text-muted">{(outcomes.length - listed.length).toLocaleString()} more in the CSV</li>
        )}
      </ul>
    </details>
  );
}
