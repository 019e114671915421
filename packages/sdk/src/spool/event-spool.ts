import { appendFile, mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { deliverEvents, type EventIntake, type Refusal } from "../events/deliver-events.ts";
import { createGate, noLongerThan } from "../events/gate.ts";
import { completeEvent, type NewUsageEvent } from "../events/new-event.ts";
import { pause } from "../request/backoff.ts";
import { lockFolder } from "./lock-folder.ts";
import { openSegmentWriter } from "./segment-writer.ts";
import { listSegments, readLines, removeSegment, segmentPath, type SpoolPosition } from "./segments.ts";
import { readPosition, writePosition } from "./spool-position.ts";

/** An event that the server rejected for good, as a line of `rejected.ndjson`. */
export interface RejectedEvent extends Refusal {
  /** The event as JSON text. */
  readonly event: string;
}

export interface EventSpoolOptions {
  /**
   * The folder that stores events until the server has answered for them. Only one process may use it. Created if
   * missing.
   */
  readonly folder: string;
  /** Called in addition to the line in `rejected.ndjson`, which is written first. */
  readonly onRejected?: (rejected: RejectedEvent) => void;
  /** An attempt failed and will be repeated. Use it for logging. */
  readonly onFailure?: (error: unknown) => void;
  /** Maximum events per request; 1,000 by default, at most 10,000. */
  readonly batchEvents?: number;
  /** Milliseconds that the first event waits for others in its batch; 100 by default. */
  readonly flushMilliseconds?: number;
  /** Maximum bytes that wait on disk; 1 GiB by default. When it is reached, `send` waits for room. */
  readonly capacityBytes?: number;
}

export interface SpoolClosing {
  /**
   * Milliseconds to wait for the server to accept the remaining events; 0 by default. Others stay on disk, and the next
   * process that opens the spool sends them.
   */
  readonly drainMilliseconds?: number;
}

/** Sends events from disk. */
export interface EventSpool {
  /**
   * Resolves when the event is on disk. From then on it counts exactly once, even if this process or the server dies.
   * Waits while the spool is full. Rejects if the disk cannot be written.
   */
  send(event: NewUsageEvent): Promise<void>;
  /** Resolves when the server has answered for all events sent before. */
  flush(): Promise<void>;
  /** Accepts no more events. Events that the server has not answered for stay on disk. */
  close(closing?: SpoolClosing): Promise<void>;
}

const LARGEST_BATCH_EVENTS = 10_000;
const GIBIBYTE = 1024 ** 3;
const AFTER_DISK_FAILURE_MILLISECONDS = 1_000;

/**
 * Opens a spool, and starts sending the events that an earlier process left in it.
 *
 *     const usage = await openEventSpool(client.events, { folder: "/var/lib/acme/usage" });
 *     await usage.send({ account: "acme", eventName: "api_call", properties: { tokens: 1_200 } });
 */
export async function openEventSpool(intake: EventIntake, options: EventSpoolOptions): Promise<EventSpool> {
  const {
    folder,
    onRejected,
    onFailure = () => undefined,
    flushMilliseconds = 100,
    capacityBytes = GIBIBYTE,
  } = options;
  const batchEvents = Math.min(options.batchEvents ?? 1_000, LARGEST_BATCH_EVENTS);
  await mkdir(folder, { recursive: true });
  const unlock = await lockFolder(folder);
  const known = await readPosition(folder);
  const old = await keepFrom(folder, known?.segment ?? 0);
  let position: SpoolPosition = known ?? { segment: old[0] ?? 1, offset: 0 };
  const first = Math.max(position.segment, old.at(-1) ?? 0) + 1;
  let bytesKept = (await sizeOf(folder, old)) - position.offset;
  const written = createGate();
  const released = createGate();
  const wanted = createGate();
  const writer = await openSegmentWriter(folder, first, () => written.open());
  const aborted = new AbortController();
  let isClosed = false;
  let askers = 0;

  /** Sends the next lines. Returns false if there are none. */
  async function sendNext(): Promise<boolean> {
    const { segment } = position;
    const isWritten = segment === writer.segment;
    const end = isWritten ? writer.end : await lengthOf(segmentPath(folder, segment));
    const path = segmentPath(folder, segment);
    const chunk =
      end > position.offset ? await readLines(path, { offset: position.offset, end, mostLines: batchEvents }) : null;
    if (chunk === null || chunk.lines.length === 0) {
      if (isWritten) return false;
      // The rest of the segment is an incomplete line, left by a crash.
      bytesKept -= Math.max(0, end - position.offset);
      await moveTo({ segment: segment + 1, offset: 0 });
      await removeSegment(folder, segment);
      return true;
    }
    await deliverEvents(
      chunk.lines.map((text) => ({ text })),
      { intake, signal: aborted.signal, onRejected: keepRejected, onFailure },
    );
    bytesKept -= chunk.offset - position.offset;
    await moveTo({ segment, offset: chunk.offset });
    return true;
  }

  async function moveTo(next: SpoolPosition): Promise<void> {
    position = next;
    released.open();
    await writePosition(folder, next);
  }

  /**
   * Written to disk before the new position. If the process dies in between, the line appears twice, but is never lost.
   */
  async function keepRejected({ text }: { text: string }, { code, detail }: Refusal): Promise<void> {
    const rejected = { code, detail, event: text };
    await appendFile(join(folder, "rejected.ndjson"), `${JSON.stringify(rejected)}\n`);
    try {
      onRejected?.(rejected);
    } catch (error) {
      onFailure(error);
    }
  }

  async function run(): Promise<void> {
    while (!aborted.signal.aborted) {
      try {
        const next = written.wait();
        if (await sendNext()) continue;
        await next;
        if (askers === 0 && !isClosed) await noLongerThan(flushMilliseconds, wanted.wait());
      } catch (error) {
        if (aborted.signal.aborted) return;
        onFailure(error);
        await pause(AFTER_DISK_FAILURE_MILLISECONDS, aborted.signal).catch(() => undefined);
      }
    }
  }
  const running = run();

  async function flush(): Promise<void> {
    const last = { segment: writer.segment, offset: writer.end };
    askers += 1;
    wanted.open();
    while (isBefore(position, last) && !aborted.signal.aborted) await released.wait();
    askers -= 1;
  }

  return {
    async send(event) {
      const text = JSON.stringify(completeEvent(event));
      const bytes = Buffer.byteLength(text) + 1;
      while (!isClosed && bytesKept > 0 && bytesKept + bytes > capacityBytes) await released.wait();
      if (isClosed) throw new Error("The spool is closed.");
      bytesKept += bytes;
      try {
        await writer.append(text);
      } catch (error) {
        bytesKept -= bytes;
        throw error;
      }
    },
    flush,
    async close({ drainMilliseconds = 0 } = {}) {
      if (isClosed) return;
      isClosed = true;
      released.open();
      await writer.close();
      if (drainMilliseconds > 0) await noLongerThan(drainMilliseconds, flush());
      aborted.abort(new Error("The spool was closed."));
      released.open();
      written.open();
      await running;
      await unlock();
    },
  };
}

function isBefore(a: SpoolPosition, b: SpoolPosition): boolean {
  return a.segment < b.segment || (a.segment === b.segment && a.offset < b.offset);
}

/** The existing segments from this one on. Removes earlier ones, which a killed process had sent but not removed. */
async function keepFrom(folder: string, first: number): Promise<number[]> {
  const segments = await listSegments(folder);
  for (const segment of segments) if (segment < first) await removeSegment(folder, segment);
  return segments.filter((segment) => segment >= first);
}

async function lengthOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}

async function sizeOf(folder: string, segments: readonly number[]): Promise<number> {
  const sizes = await Promise.all(segments.map((segment) => lengthOf(segmentPath(folder, segment))));
  return sizes.reduce((sum, size) => sum + size, 0);
}
