import { useState } from "react";

/** The token of a letter. It is after the # in the address, where no server and no log sees it. */
export function useToken(): string {
  const [token] = useState(() => decodeURIComponent(window.location.hash.slice(1)));
  return token;
}
