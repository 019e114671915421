import type { Notification } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "../design/button.tsx";
import { classes } from "../design/classes.ts";
import { Dialog } from "../design/dialog.tsx";
import { Empty, Failure, Skeleton } from "../design/states.tsx";
import { Ago } from "../design/when.tsx";
import { AccountName } from "../named/account-name.tsx";
import { accountOf, tell } from "../pages/clocks/told.ts";
import { newestNotifications } from "./notification-queries.ts";
import { isRead } from "./read-marks.ts";
import type { Unread } from "./use-unread.ts";

interface NotificationSheetProps {
  readonly unread: Unread;
  readonly onClose: () => void;
}

/** The newest notifications. Opening one marks it as read. */
export function NotificationSheet({ unread, onClose }: NotificationSheetProps) {
  const { data, error, refetch } = useQuery(newestNotifications);
  const newest = data?.items[0]?.id;
  return (
    <Dialog
      title="Notifications"
      note="What happened in this organization, the newest first. Webhooks send the same events."
      isOpen
      place="side"
      onClose={onClose}
    >
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-96" />
      ) : data.items.length === 0 ? (
        <Empty title="No notifications yet">Invoices, payments, and subscription changes appear here.</Empty>
      ) : (
        <>
          <div className="mb-2 flex min-h-9 items-center justify-between gap-2 text-sm text-muted">
            <span role="status">{unread.count === 0 ? "All read" : `${unread.count.toLocaleString()} unread`}</span>
            {unread.count > 0 && newest !== undefined && (
              <Button
                onClick={() => {
                  unread.markAllRead(newest);
                  // Some that are newer than the list may be counted already. They become visible.
                  void refetch();
                }}
              >
                Mark all as read
              </Button>
            )}
          </div>
          <ul className="divide-y divide-line">
            {data.items.map((notification) => (
              <Entry
                key={notification.id}
                notification={notification}
                isUnread={!isRead(unread.marks, notification.id)}
                onRead={() => unread.markRead(notification.id)}
                onClose={onClose}
              />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

interface EntryProps {
  readonly notification: Notification;
  readonly isUnread: boolean;
  readonly onRead: () => void;
  readonly onClose: () => void;
}

/** A link to the object. Without a page for the object, a button that only marks the notification as read. */
function Entry({ notification, isUnread, onRead, onClose }: EntryProps) {
  const { to } = tell(notification);
  const look = "flex w-full items-start gap-2.5 rounded-md px-1 py-2 text-left text-sm";
  const content = <Content notification={notification} isUnread={isUnread} />;
  return (
    <li>
      {to !== null ? (
        <Link
          to={to}
          onClick={() => {
            onRead();
            onClose();
          }}
          className={classes(look, "hover:bg-sunken")}
        >
          {content}
        </Link>
      ) : isUnread ? (
        <button type="button" onClick={onRead} className={classes(look, "hover:bg-sunken")}>
          {content}
        </button>
      ) : (
        <div className={look}>{content}</div>
      )}
    </li>
  );
}

function Content({ notification, isUnread }: Pick<EntryProps, "notification" | "isUnread">) {
  const { title, detail, amount } = tell(notification);
  const accountId = notification.type.startsWith("account.") ? null : accountOf(notification);
  return (
    <>
      <span
        aria-hidden
        className={classes("mt-1.5 size-2 shrink-0 rounded-full", isUnread ? "bg-accent" : "bg-transparent")}
      />
      <span className="min-w-0 flex-1">
        <span className={classes("block", isUnread && "font-medium")}>
          {title}
          {isUnread && <span className="sr-only"> (unread)</span>}
        </span>
        <span className="figures line-clamp-2 text-xs text-muted">
          {accountId !== null && (
            <>
              <AccountName id={accountId} />
              {detail !== "" || amount !== null ? " · " : ""}
            </>
          )}
          {[detail, amount].filter((part) => part !== null && part !== "").join(" · ")}
        </span>
      </span>
      <span className="shrink-0 text-xs text-muted">
        <Ago instant={notification.timestamp} />
      </span>
    </>
  );
}
