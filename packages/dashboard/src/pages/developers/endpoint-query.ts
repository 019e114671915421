import { queryOptions } from "@tanstack/react-query";
import { asked } from "../../server/asked.ts";

export const endpointQuery = (id: string) =>
  queryOptions({
    ...asked((api, signal) => api.webhookEndpoints.get(id, { signal })),
  });
