import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { buttonClasses } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { useLeaveGuard } from "./use-leave-guard.ts";
import { Page } from "../../design/page.tsx";
import { ColumnMapping } from "./column-mapping.tsx";
import { FilePick, type Picked } from "./file-pick.tsx";
import type { Kind } from "./upload.ts";
import { UploadReport } from "./upload-report.tsx";
import { useUpload } from "./use-upload.ts";

interface ImportPageProps<Body> {
  readonly kind: Kind<Body>;
  readonly resource: "accounts" | "events";
  readonly note: string;
}

/** Uploads a CSV file: choose it, map its columns, watch the progress, and download the lines that failed. */
export function ImportPage<Body>({ kind, resource, note }: ImportPageProps<Body>) {
  const [picked, setPicked] = useState<Picked | null>(null);
  const upload = useUpload(kind, resource);
  useLeaveGuard(upload.isRunning);
  const name = resource === "accounts" ? "Accounts" : "Events";
  return (
    <Page
      title={`Upload ${resource}`}
      trail={[[`/${resource}`, name]]}
      note={note}
      actions={
        <Link to={`/${resource}`} className={buttonClasses()}>
          View {resource}
        </Link>
      }
    >
      <div className="flex flex-col gap-4">
        {upload.progress === null && (
          <Card title="File">
            <FilePick onPick={setPicked} />
          </Card>
        )}
        {picked !== null && upload.progress === null && (
          <ColumnMapping
            key={picked.name}
            file={picked.file}
            kind={kind}
            noun={resource === "accounts" ? "account" : "event"}
            onStart={(mapping) => void upload.start(picked.file, mapping)}
          />
        )}
        {picked !== null && upload.progress !== null && (
          <UploadReport
            name={picked.name}
            header={picked.file.header}
            rowCount={picked.file.rows.length}
            upload={upload}
            onReset={() => {
              setPicked(null);
              upload.reset();
            }}
          />
        )}
      </div>
    </Page>
  );
}
