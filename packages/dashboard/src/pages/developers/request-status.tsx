import { Badge } from "../../design/badge.tsx";

/** The status of a response: answered, refused because of the request, or failed. */
export function RequestStatus({ status }: { readonly status: number }) {
  return <Badge tone={status < 400 ? "good" : status < 500 ? "warn" : "bad"}>{status}</Badge>;
}
