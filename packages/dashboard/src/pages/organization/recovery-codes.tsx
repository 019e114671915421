import { Download } from "lucide-react";
import { Button } from "../../design/button.tsx";
import { Code } from "../../design/code.tsx";
import { Dialog, DialogActions } from "../../design/dialog.tsx";
import { save } from "../../list/save.ts";

/** Shown once: for the day on which the phone is lost. */
export function RecoveryCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const text = codes.join("\n");
  return (
    <Dialog
      title="Recovery codes"
      note="Each opens once in place of a code of the app. They are shown only now: keep them where you find them without your phone."
      isOpen
      onClose={() => undefined}
    >
      <Code label="Recovery codes" text={text} />
      <DialogActions>
        <Button
          icon={<Download aria-hidden className="size-4" />}
          onClick={() => save("counterfoil-recovery-codes.txt", new Blob([`${text}\n`], { type: "text/plain" }))}
        >
          Save as a file
        </Button>
        <Button kind="primary" onClick={onClose}>
          I have kept them
        </Button>
      </DialogActions>
    </Dialog>
  );
}
