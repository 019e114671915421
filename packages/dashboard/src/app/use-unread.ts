import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useMe } from "../server/session.ts";
import { lastOfEarlierWeeks, notificationsAfter } from "./notification-queries.ts";
import { NOTHING_READ, type ReadMarks, useReadMarks, withAllRead, withRead } from "./read-marks.ts";

export interface Unread {
  /** The number of unread notifications. */
  readonly count: number;
  readonly marks: ReadMarks;
  readonly markRead: (id: string) => void;
  readonly markAllRead: (newest: string) => void;
}

/** Which notifications the person has not read, and how to mark them. */
export function useUnread(): Unread {
  const { id, organization } = useMe();
  const [marks, change] = useReadMarks(id, organization?.organizationId ?? "");
  const [beginning] = useState(lastOfEarlierWeeks);
  const earlier = useQuery({ ...beginning, enabled: marks === null });
  const after = useQuery({ ...notificationsAfter(marks?.upTo ?? ""), enabled: marks !== null });
  const first = earlier.data === undefined ? undefined : (earlier.data.items[0]?.id ?? "");
  useEffect(() => {
    if (marks === null && first !== undefined) change(() => ({ upTo: first, ids: [] }));
  });
  return {
    count: Math.max(0, (after.data?.pageCount ?? 0) - (marks?.ids.length ?? 0)),
    marks: marks ?? NOTHING_READ,
    markRead: (one) => change((before) => withRead(before, one)),
    markAllRead: (newest) => change((before) => withAllRead(before, newest)),
  };
}
