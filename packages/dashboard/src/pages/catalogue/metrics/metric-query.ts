import { queryOptions } from "@tanstack/react-query";
import { client } from "../../../app/client.ts";

export const metricQuery = (id: string) =>
  queryOptions({ queryKey: ["metrics", id], queryFn: ({ signal }) => client.metrics.get(id, { signal }) });
