export type { Exchange } from "./exchange.ts";
export { createJudge, type Judge } from "./judge.ts";
export { type Judgement, type JudgingProxy, openJudgingProxy } from "./judging-proxy.ts";
