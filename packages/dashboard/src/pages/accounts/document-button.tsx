import { useMutation } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { IconButton } from "../../design/button.tsx";
import { toastFailure } from "../../design/toast.ts";
import { save } from "../../list/save.ts";

interface DocumentButtonProps {
  /** The label for screen readers: `PDF of BA-2025-00001`. */
  readonly label: string;
  readonly file: string;
  readonly read: () => PromiseLike<Blob>;
}

/** Downloads a document. */
export function DocumentButton({ label, file, read }: DocumentButtonProps) {
  const download = useMutation({
    mutationFn: async () => await read(),
    onSuccess: (document) => save(file, document),
    onError: toastFailure,
  });
  return (
    <IconButton label={label} disabled={download.isPending} onClick={() => download.mutate()}>
      <FileDown className="size-4" />
    </IconButton>
  );
}
