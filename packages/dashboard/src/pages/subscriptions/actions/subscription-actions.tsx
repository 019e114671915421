import type { Subscription } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { Ban, CirclePause, CirclePlay, Ellipsis, FileDown, Pencil, Play, Send, Undo2 } from "lucide-react";
import { Suspense, useState } from "react";
import { client } from "../../../server/client.ts";
import { usePageActions } from "../../../routing/page-actions.ts";
import { useMay } from "../../../server/session.ts";
import { whenShown } from "../../../design/when-shown.tsx";
import { Button, buttonClasses, IconButton } from "../../../design/button.tsx";
import { Menu } from "../../../design/menu.tsx";
import type { MenuItem } from "../../../design/menu-props.ts";
import { toastFailure } from "../../../design/toast.ts";
import { save } from "../../../list/save.ts";
import { useChange } from "../../../design/use-change.ts";

// The dialogs are loaded when they are opened.
const ActivateDialog = whenShown(() => import("./activate-dialog.tsx").then(({ ActivateDialog }) => ActivateDialog));
const CancelDialog = whenShown(() => import("./cancel-dialog.tsx").then(({ CancelDialog }) => CancelDialog));
const PauseDialog = whenShown(() => import("./pause-dialog.tsx").then(({ PauseDialog }) => PauseDialog));
const ResumeDialog = whenShown(() => import("./resume-dialog.tsx").then(({ ResumeDialog }) => ResumeDialog));
const SendQuoteDialog = whenShown(() =>
  import("./send-quote-dialog.tsx").then(({ SendQuoteDialog }) => SendQuoteDialog),
);

type Opened = "activate" | "cancel" | "pause" | "resume" | "send";

/** The actions that the subscription's status and the person's role allow. */
export function SubscriptionActions({ subscription }: { readonly subscription: Subscription }) {
  const mayWrite = useMay("write");
  const [opened, setOpened] = useState<Opened | null>(null);
  const { id, status, pausedAt, cancelsAt } = subscription;
  const withdraw = useChange({
    changes: "subscriptions",
    run: () => client.subscriptions.withdrawCancellation(id),
    done: () => "Cancellation withdrawn. Billing continues.",
  });
  const isBefore = /^(draft|sent|accepted)$/.test(status);
  const item = (one: MenuItem, is: boolean) => (is && mayWrite ? [one] : []);
  const icon = "size-4";
  const items: readonly MenuItem[] = [
    ...item(
      { name: "Send as quote", icon: <Send className={icon} />, onSelect: () => setOpened("send") },
      status === "sent",
    ),
    ...item(
      { name: "Pause", icon: <CirclePause className={icon} />, onSelect: () => setOpened("pause") },
      status === "active" && pausedAt === null,
    ),
    ...item(
      { name: "Cancel", icon: <Ban className={icon} />, isDangerous: true, onSelect: () => setOpened("cancel") },
      status === "active" && cancelsAt === null,
    ),
    { name: "Download PDF", icon: <FileDown className={icon} />, onSelect: () => void download(subscription) },
  ];
  usePageActions([
    ...(mayWrite && status === "draft"
      ? [{ name: "Activate subscription", onSelect: () => setOpened("activate") }]
      : []),
    ...(mayWrite && status === "active" && pausedAt !== null
      ? [{ name: "Resume subscription", onSelect: () => setOpened("resume") }]
      : []),
    ...items.map((one) => (/^(Cancel|Pause)$/.test(one.name) ? { ...one, name: `${one.name} subscription` } : one)),
  ]);
  const close = () => setOpened(null);
  return (
    <>
      {mayWrite && status === "active" && cancelsAt !== null && (
        <Button
          icon={<Undo2 aria-hidden className={icon} />}
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate(undefined, { onError: toastFailure })}
        >
          Withdraw cancellation
        </Button>
      )}
      {mayWrite && status === "active" && pausedAt !== null && (
        <Button icon={<CirclePlay aria-hidden className={icon} />} onClick={() => setOpened("resume")}>
          Resume
        </Button>
      )}
      {mayWrite && status === "draft" && (
        <Link to={`/subscriptions/${id}/edit`} className={buttonClasses()}>
          <Pencil aria-hidden className={icon} />
          Edit
        </Link>
      )}
      {mayWrite && status === "draft" && (
        <Button icon={<Send aria-hidden className={icon} />} onClick={() => setOpened("send")}>
          Send as quote
        </Button>
      )}
      {mayWrite && isBefore && (
        <Button kind="primary" icon={<Play aria-hidden className={icon} />} onClick={() => setOpened("activate")}>
          Activate
        </Button>
      )}
      {mayWrite && status === "active" && (
        <Link to={`/subscriptions/${id}/change`} className={buttonClasses("primary")}>
          Change
        </Link>
      )}
      <Menu
        items={items}
        trigger={
          <IconButton label="More actions" className="border border-line bg-surface">
            <Ellipsis className="size-4" />
          </IconButton>
        }
      />
      <Suspense fallback={null}>
        {opened === "activate" && <ActivateDialog subscription={subscription} onClose={close} />}
        {opened === "cancel" && <CancelDialog subscription={subscription} onClose={close} />}
        {opened === "pause" && <PauseDialog subscription={subscription} onClose={close} />}
        {opened === "resume" && <ResumeDialog subscription={subscription} onClose={close} />}
        {opened === "send" && <SendQuoteDialog subscription={subscription} onClose={close} />}
      </Suspense>
    </>
  );
}

async function download({ id, name }: Subscription): Promise<void> {
  try {
    save(`${name}.pdf`, await client.subscriptions.getPdf(id));
  } catch (error) {
    toastFailure(error);
  }
}
