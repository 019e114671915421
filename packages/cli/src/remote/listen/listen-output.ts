import { computerNow } from "../computer-clock.ts";
import { outputStyle } from "../print.ts";
import type { LocalAnswer } from "./local-server.ts";

/** A notification that was received, and what became of it. */
export interface Listened {
  readonly id: string;
  readonly type: string;
  readonly objectId: string;
  readonly position: string;
  /** Null without a local server. */
  readonly answer: LocalAnswer | null;
}

export interface ListenOutput {
  show(listened: Listened): void;
  /** A line about the connection, not about a notification. */
  note(text: string): void;
  summary(): void;
}

const TYPE_WIDTH = 30;

/** One line for each notification. With `--json`, the lines are JSON, and notes go to standard error. */
export function listenOutput(isForMachines: boolean): ListenOutput {
  const style = outputStyle();
  const latencies: number[] = [];
  let refused = 0;
  let received = 0;

  function statusText(answer: LocalAnswer | null): string {
    if (answer === null) return "";
    const text = String(answer.status ?? "---");
    const isTaken = isSuccess(answer);
    return `${isTaken ? style.green(text) : style.red(text)} ${style.dim(`${answer.milliseconds} ms`.padStart(8))}  `;
  }

  return {
    show(listened) {
      const { answer, id, type, objectId } = listened;
      received += 1;
      if (answer !== null) latencies.push(answer.milliseconds);
      if (answer !== null && !isSuccess(answer)) refused += 1;
      if (isForMachines) console.log(JSON.stringify(listened));
      else {
        const time = style.dim(localTime(computerNow()));
        console.log(
          `${time}  ${statusText(answer)}${type.padEnd(TYPE_WIDTH)} ${style.dim(answer === null ? id : objectId)}`,
        );
      }
    },
    note(text) {
      if (isForMachines) console.error(text);
      else console.log(text);
    },
    summary() {
      const counts = `${received} notification${received === 1 ? "" : "s"}`;
      if (latencies.length === 0) return this.note(`Received ${counts}.`);
      const sorted = latencies.toSorted((one, other) => one - other);
      const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
      const failures = refused === 0 ? "" : `, ${refused} not accepted`;
      this.note(`Forwarded ${counts}${failures}. Local server: median ${at(0.5)} ms, slowest ${at(1)} ms.`);
    },
  };
}

function isSuccess({ status }: LocalAnswer): boolean {
  return status !== null && status >= 200 && status < 300;
}

function localTime(milliseconds: number): string {
  return new Date(milliseconds).toLocaleTimeString("en-GB", { hour12: false });
}
