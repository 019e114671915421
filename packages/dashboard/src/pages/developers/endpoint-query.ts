import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

export const endpointQuery = (id: string) =>
  queryOptions({
    queryKey: ["webhook-endpoints", "one", id],
    queryFn: ({ signal }) => client.webhookEndpoints.get(id, { signal }),
  });
