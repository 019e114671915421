import { toDay, toMinute } from "../format/dates.ts";
import type { FileField } from "./column.ts";

type Of<Row, Value> = (row: Row) => Value;

/** The calendar date of an instant, `2026-12-01`, in the zone of the organization. */
export function dayText<Row>(instant: Of<Row, string | null>): FileField<Row>["text"] {
  return (row, { timezone }) => nullOr(instant(row), (at) => toDay(at, timezone));
}

/** The local time of an instant, `2026-12-01 09:30`, in the zone of the organization. */
export function timeText<Row>(instant: Of<Row, string | null>): FileField<Row>["text"] {
  return (row, { timezone }) => nullOr(instant(row), (at) => toMinute(at, timezone));
}

/** The ID of an account, and its name. */
export function accountFields<Row>(accountId: Of<Row, string | null>): readonly FileField<Row>[] {
  return [
    { name: "Account ID", text: accountId },
    { name: "Account", accountId, text: (row, { accounts }) => accounts.get(accountId(row) ?? "")?.name ?? null },
  ];
}

/** A date of a contract: the calendar date in the zone of its account, which its days begin in. */
export function contractDayField<Row>(
  name: string,
  accountId: Of<Row, string>,
  instant: Of<Row, string | null>,
): FileField<Row> {
  return {
    name,
    accountId,
    text: (row, { timezone, accounts }) =>
      nullOr(instant(row), (at) => toDay(at, accounts.get(accountId(row))?.timezone ?? timezone)),
  };
}

function nullOr(instant: string | null, write: (instant: string) => string): string | null {
  return instant === null ? null : write(instant);
}
