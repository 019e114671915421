import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "../design/button.tsx";
import { reasonOf } from "../design/reason.ts";
import { toast } from "../design/toast.ts";
import { readNamedAccounts } from "../server/named-accounts.ts";
import { useOrganization } from "../server/session.ts";
import { type Column, type FileField, fieldsOf } from "./column.ts";
import { toCsv } from "./csv.ts";
import type { Rows } from "./rows.ts";
import { save } from "./save.ts";

interface ExportButtonProps<Row> {
  /** Of the file, without its extension. */
  readonly name: string;
  readonly rows: Pick<Rows<Row>, "all" | "length">;
  /** The columns of the table, with the fields that only the file has. */
  readonly columns: readonly (Column<Row> | FileField<Row>)[];
}

/** Exports every row that matches the filters as CSV, including rows that the page has not loaded. Shows progress and can be stopped. */
export function ExportButton<Row>({ name, rows, columns }: ExportButtonProps<Row>) {
  const [done, setDone] = useState<number | null>(null);
  const [stop, setStop] = useState<AbortController | null>(null);
  const { timezone } = useOrganization();
  const run = async () => {
    const stopping = new AbortController();
    setStop(stopping);
    setDone(0);
    try {
      const read: Row[] = [];
      for await (const row of rows.all()) {
        if (stopping.signal.aborted) return;
        read.push(row);
        if (read.length % 100 === 0) setDone(read.length);
      }
      const fields = fieldsOf(columns);
      const accountIds = fields.flatMap(({ accountId }) => (accountId === undefined ? [] : read.map(accountId)));
      const accounts = await readNamedAccounts(accountIds.filter((id) => id !== null));
      const text = toCsv(read, fields, { timezone, accounts });
      save(`${name}.csv`, new Blob([text], { type: "text/csv;charset=utf-8" }));
    } catch (error) {
      toast({
        text: `The export failed: ${reasonOf(error)}`,
        tone: "bad",
      });
    } finally {
      setDone(null);
    }
  };
  return done === null ? (
    <Button icon={<Download aria-hidden className="size-4" />} onClick={() => void run()} disabled={rows.length === 0}>
      CSV
    </Button>
  ) : (
    <Button onClick={() => stop?.abort()} aria-live="polite">
      {done.toLocaleString()} rows · Stop
    </Button>
  );
}
