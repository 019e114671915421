export { createJudge, type Judge } from "./judge.ts";
