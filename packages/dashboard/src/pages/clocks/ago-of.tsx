import { Ago } from "../../design/when.tsx";
import { useNowOf } from "./use-present.ts";

interface AgoOfProps {
  readonly instant: string | null;
  /** Null if it belongs to no account. */
  readonly accountId: string | null;
}

/** How long ago or how soon an instant of an account is, by its test clock if it has one. Empty until that is known. */
export function AgoOf({ instant, accountId }: AgoOfProps) {
  const now = useNowOf(accountId);
  return now === null ? null : <Ago instant={instant} now={now} />;
}
