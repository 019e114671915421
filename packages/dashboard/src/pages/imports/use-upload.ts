import { useRef, useState } from "react";
import { readAgain } from "../../server/stale.ts";
import type { CsvFile } from "./read-csv.ts";
import { type Kind, type Progress, upload } from "./upload.ts";

export interface RunningUpload {
  /** Null before the start. */
  readonly progress: Progress | null;
  readonly isRunning: boolean;
  /** What stopped the upload: an unreachable server, a missing scope. */
  readonly error: unknown;
  readonly stop: () => void;
}

const NOTHING: Progress = { done: 0, stored: 0, duplicates: 0, failed: [] };

/** Runs an upload, with its progress. */
export function useUpload<Body>(kind: Kind<Body>, resource: "accounts" | "events") {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const stopping = useRef<AbortController>(null);
  const start = async (file: CsvFile, mapping: readonly string[]) => {
    stopping.current = new AbortController();
    setProgress(NOTHING);
    setError(null);
    setRunning(true);
    try {
      const { signal } = stopping.current;
      setProgress(await upload({ kind, file, mapping, signal, onProgress: setProgress }));
    } catch (thrown) {
      stopping.current.abort();
      setError(thrown);
    } finally {
      setRunning(false);
      await readAgain(resource);
    }
  };
  const reset = () => setProgress(null);
  return { progress, isRunning, error, start, reset, stop: () => stopping.current?.abort() };
}
