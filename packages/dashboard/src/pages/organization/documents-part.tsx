import { useState } from "react";
import { useMay, useOrganization } from "../../server/session.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { submitted } from "../../design/form.ts";
import { FailureLine, faultAt } from "../../design/states.tsx";
import { DocumentFields } from "./document-fields.tsx";
import { DocumentPreview } from "./document-preview.tsx";
import { useSaveOrganization } from "./settings-form.tsx";
import type { DocumentLook } from "./document-look.ts";
import { differs, useUnsaved } from "../../design/unsaved.ts";

/** The look of documents, with a PDF preview. */
export function DocumentsPart() {
  const { brandColor, documentTemplate } = useOrganization();
  const mayAdminister = useMay("admin");
  const [look, setLook] = useState<DocumentLook>({ brandColor, documentTemplate });
  useUnsaved(differs(look, { brandColor, documentTemplate }));
  const save = useSaveOrganization();
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <Card title="Documents" note="Applies to new documents. Issued documents don't change.">
        <form onSubmit={submitted(() => save.mutate(look))}>
          <fieldset disabled={!mayAdminister} className="flex min-w-0 flex-col gap-4">
            <DocumentFields look={look} onChange={setLook} fault={(pointer) => faultAt(save.error, pointer)} />
            <FailureLine error={save.error} />
            {mayAdminister && (
              <div className="flex justify-end gap-2">
                <Button onClick={() => setLook({ brandColor, documentTemplate })}>Discard changes</Button>
                <Button type="submit" kind="primary" busy={save.isPending}>
                  Save
                </Button>
              </div>
            )}
          </fieldset>
        </form>
      </Card>
      <DocumentPreview look={look} />
    </div>
  );
}
