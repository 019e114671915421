import { queryOptions } from "@tanstack/react-query";
import { asked } from "../../../server/asked.ts";

export const metricQuery = (id: string) => queryOptions({ ...asked((api, signal) => api.metrics.get(id, { signal })) });
