import { Day } from "../design/when.tsx";
import { useNamedAccount } from "./account-name.tsx";

interface ContractDayProps {
  /** Whose contract it is: its days begin when they do where the account is. */
  readonly accountId: string;
  readonly instant: string | null;
}

/** The day of an instant of a contract, in the zone of its account; in the organization's where the account names none. */
export function ContractDay({ accountId, instant }: ContractDayProps) {
  const account = useNamedAccount(accountId);
  if (instant !== null && account === undefined) return <span className="text-muted">…</span>;
  return <Day instant={instant} {...(typeof account?.timezone === "string" && { timezone: account.timezone })} />;
}
