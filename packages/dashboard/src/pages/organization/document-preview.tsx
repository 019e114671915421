import { asked } from "../../server/asked.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { useDebounced } from "../../design/use-debounced.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { classes } from "../../design/classes.ts";
import { Failure, Skeleton } from "../../design/states.tsx";
import { save } from "../../list/save.ts";
import type { DocumentLook } from "./document-look.ts";

const PAUSE_MILLISECONDS = 400;

/** The PDF of a sample invoice with settings that are not saved yet. */
export function DocumentPreview({ look }: { readonly look: DocumentLook }) {
  const settled = useDebounced(look, PAUSE_MILLISECONDS);
  const { brandColor, documentTemplate } = settled;
  // A field without a name or value is incomplete.
  const customFields = documentTemplate.customFields.filter(({ label, value }) => label !== "" && value !== "");
  const settings = { brandColor, documentTemplate: { ...documentTemplate, customFields } };
  const pdf = useQuery({
    ...asked((api, signal) => api.documentTemplate.preview({ settings }, { signal })),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
  const address = useAddressOf(pdf.data);
  return (
    <Card
      title="Preview"
      note="A sample invoice with these settings."
      actions={
        <Button
          icon={<Download aria-hidden className="size-4" />}
          disabled={pdf.data === undefined}
          onClick={() => pdf.data !== undefined && save("sample-invoice.pdf", pdf.data)}
        >
          PDF
        </Button>
      }
    >
      {pdf.error !== null ? (
        <Failure error={pdf.error} onRetry={() => void pdf.refetch()} />
      ) : address === null ? (
        <Skeleton className="aspect-[1/1.3] w-full" />
      ) : (
        <iframe
          title="Preview of a sample invoice"
          src={`${address}#toolbar=0&navpanes=0&view=FitH`}
          className={classes(
            "aspect-[1/1.3] w-full rounded-md border border-line bg-sunken transition-opacity",
            pdf.isFetching && "opacity-60",
          )}
        />
      )}
    </Card>
  );
}

/** An object URL for a file, which exists as long as the file is shown. */
function useAddressOf(file: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (file === undefined) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
