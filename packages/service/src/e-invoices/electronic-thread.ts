import { parentPort } from "node:worker_threads";
import { DomainError } from "../errors/index.ts";
import { type ElectronicTask, electronicTasks } from "./electronic-tasks.ts";
import type { ElectronicReply, ElectronicRequest } from "./run-electronic.ts";

parentPort?.on("message", ({ task, args }: ElectronicRequest) => {
  parentPort?.postMessage(reply(task, args));
});

function reply(task: string, args: readonly unknown[]): ElectronicReply {
  try {
    const run = electronicTasks[task as ElectronicTask] as (...given: readonly unknown[]) => unknown;
    return { kind: "done", result: run(...args) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, message, faults } = error;
    return { kind: "refused", code, message, faults };
  }
}
