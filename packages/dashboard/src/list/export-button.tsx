import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "../design/button.tsx";
import { reasonOf } from "../design/reason.ts";
import { toast } from "../design/toast.ts";
import type { Column } from "./column.ts";
import { toCsv } from "./csv.ts";
import type { Rows } from "./rows.ts";
import { save } from "./save.ts";

interface ExportButtonProps<Row> {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly rows: Pick<Rows<Row>, "all" | "length">;
  readonly columns: readonly Column<Row>[];
}

/** Every row that the filters let through, as CSV: not only those that were read. Shows how far it is, and can be stopped. */
export function ExportButton<Row>({ name, rows, columns }: ExportButtonProps<Row>) {
  const [done, setDone] = useState<number | null>(null);
  const [stop, setStop] = useState<AbortController | null>(null);
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
      save(`${name}.csv`, new Blob([toCsv(read, columns)], { type: "text/csv;charset=utf-8" }));
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
