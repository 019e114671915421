import { useMutation, useQuery } from "@tanstack/react-query";
import { Download, FileText } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { Failure, FailureLine, Skeleton } from "../design/states.tsx";
import { save } from "../list/save.ts";

interface DocumentButtonsProps {
  /** The file name without its extension. */
  readonly name: string;
  readonly pdf: () => PromiseLike<Blob>;
  /** Undefined if the document has no electronic invoice. */
  readonly xml?: ((format: "cii" | "ubl") => PromiseLike<Blob>) | undefined;
  /** Changes when the document changes, so that no outdated PDF is shown. */
  readonly version: string;
}

const ICON = "size-4";

/** Shows a PDF next to the page, and downloads it or the electronic invoice. */
export function DocumentButtons({ name, pdf, xml, version }: DocumentButtonsProps) {
  const [isShown, setShown] = useState(false);
  const keep = useMutation({
    mutationFn: async ({ file, read }: { file: string; read: () => PromiseLike<Blob> }) => save(file, await read()),
  });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button icon={<FileText aria-hidden className={ICON} />} onClick={() => setShown(true)}>
          View PDF
        </Button>
        <Button
          icon={<Download aria-hidden className={ICON} />}
          onClick={() => keep.mutate({ file: `${name}.pdf`, read: pdf })}
        >
          PDF
        </Button>
        {xml !== undefined &&
          (["cii", "ubl"] as const).map((format) => (
            <Button
              key={format}
              icon={<Download aria-hidden className={ICON} />}
              onClick={() => keep.mutate({ file: `${name}-${format}.xml`, read: () => xml(format) })}
            >
              {format.toUpperCase()} XML
            </Button>
          ))}
      </div>
      <FailureLine error={keep.error} />
      <Dialog title={name} isOpen={isShown} onClose={() => setShown(false)} place="side" wide>
        {isShown && <Preview name={name} pdf={pdf} version={version} />}
      </Dialog>
    </div>
  );
}

function Preview({ name, pdf, version }: Pick<DocumentButtonsProps, "name" | "pdf" | "version">) {
  const { data, error, refetch } = useQuery({
    queryKey: ["pdf", name, version],
    queryFn: async () => await pdf(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (data === undefined) return;
    const url = URL.createObjectURL(data);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [data]);
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (address === null) return <Skeleton className="h-[80vh] w-full" />;
  return (
    <iframe
      title={`PDF of ${name}`}
      src={address}
      className="h-[calc(100dvh-7rem)] w-full rounded-md border border-line bg-sunken"
    />
  );
}
