// Not from the whole package: every command reads the configuration, and few need the API.
import { type BodyRoomLimits, bodyRoomLimits } from "@counterfoil/http/body-room";
import type { DocumentRendererOptions } from "@counterfoil/service";

type Environment = Readonly<Record<string, string | undefined>>;
type Refuse = (fault: string) => void;

/** Memory and concurrency limits of a process. */
export interface CapacityConfiguration {
  readonly bodies: BodyRoomLimits;
  readonly documents: DocumentRendererOptions;
}

const MEBIBYTE = 1024 * 1024;

/** Reads the limits of the process. Defaults follow from its heap and its machine. */
export function readCapacity(environment: Environment, refuse: Refuse): CapacityConfiguration {
  function read(name: string, least: number, most: number, what: string): number | undefined {
    const text = environment[name];
    if (text === undefined || text === "") return undefined;
    const number = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    refuse(`${name} is ${JSON.stringify(text)}; expected a whole number of ${what} from ${least} to ${most}.`);
    return undefined;
  }
  const bodyMebibytes = read("COUNTERFOIL_BODY_MEMORY_MB", 32, 65_536, "mebibytes");
  const processes = read("COUNTERFOIL_DRAWING_PROCESSES", 1, 64, "processes");
  const memory = read("COUNTERFOIL_DRAWING_MEMORY_MB", 256, 65_536, "mebibytes");
  const seconds = read("COUNTERFOIL_DRAWING_SECONDS", 1, 3_600, "seconds");
  const queue = read("COUNTERFOIL_DRAWING_QUEUE", 1, 100_000, "documents");
  return {
    bodies: bodyRoomLimits(bodyMebibytes === undefined ? null : bodyMebibytes * MEBIBYTE),
    documents: {
      ...(processes === undefined ? {} : { concurrency: processes }),
      ...(memory === undefined ? {} : { memoryBytes: memory * MEBIBYTE }),
      ...(seconds === undefined ? {} : { timeoutMilliseconds: seconds * 1_000 }),
      ...(queue === undefined ? {} : { queueLimit: queue }),
    },
  };
}
