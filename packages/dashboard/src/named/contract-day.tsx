import { Day } from "../design/when.tsx";
import { useNamedAccount } from "./account-name.tsx";

interface ContractDayProps {
  /** The account of the contract. Contract days begin at midnight in the account's time zone. */
  readonly accountId: string;
  readonly instant: string | null;
}

/** The day of a contract's instant, in the time zone of its account, or else the organization's. */
export function ContractDay({ accountId, instant }: ContractDayProps) {
  const account = useNamedAccount(accountId);
  if (instant !== null && account === undefined) return <span className="text-muted">…</span>;
  return <Day instant={instant} {...(typeof account?.timezone === "string" && { timezone: account.timezone })} />;
}
