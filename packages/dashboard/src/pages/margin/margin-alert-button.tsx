import { Bell } from "lucide-react";
import { useState } from "react";
import { Button } from "../../design/button.tsx";
import { formatPercent } from "../../format/amount.ts";
import { useMay, useOrganization } from "../../server/session.ts";
import { MarginAlertDialog } from "./margin-alert-dialog.tsx";

/** Shows whether low margins are reported, and changes it. */
export function MarginAlertButton() {
  const { marginAlert } = useOrganization();
  const [isOpen, setOpen] = useState(false);
  if (!useMay("admin")) return null;
  return (
    <>
      <Button icon={<Bell aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        {marginAlert === null ? "Set alert" : `Alert below ${formatPercent(marginAlert.percent)}`}
      </Button>
      {isOpen && <MarginAlertDialog onClose={() => setOpen(false)} />}
    </>
  );
}
