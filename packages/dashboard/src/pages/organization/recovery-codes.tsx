import { Download } from "lucide-react";
import { Button } from "../../design/button.tsx";
import { Code } from "../../design/code.tsx";
import { Dialog, DialogActions } from "../../design/dialog.tsx";
import { save } from "../../list/save.ts";

/** The recovery codes for a lost phone. They are shown once. */
export function RecoveryCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const text = codes.join("\n");
  return (
    <Dialog
      title="Recovery codes"
      note="Use a recovery code when you can't use your authenticator app. Each code works once. Save them now: Counterfoil shows them only once."
      isOpen
      onClose={() => undefined}
    >
      <Code label="Recovery codes" text={text} />
      <DialogActions>
        <Button
          icon={<Download aria-hidden className="size-4" />}
          onClick={() => save("counterfoil-recovery-codes.txt", new Blob([`${text}\n`], { type: "text/plain" }))}
        >
          Download
        </Button>
        <Button kind="primary" onClick={onClose}>
          I saved them
        </Button>
      </DialogActions>
    </Dialog>
  );
}
