import { expect, test } from "vitest";
import { listenRefusal } from "../../src/platform/port.ts";

const refusal = (code: string, place: Parameters<typeof listenRefusal>[1]) =>
  (listenRefusal(Object.assign(new Error(code), { code }), place) as Error).message;

test("a refused port is refused with the setting that chooses another (R-OPS-1)", () => {
  const api = { host: "127.0.0.1", port: 8787 };
  expect(refusal("EADDRINUSE", api)).toBe(
    "Port 8787 on 127.0.0.1 is used by another program. Stop it, or choose another port with --port N or " +
      "COUNTERFOIL_PORT=N (0 takes any free one): npm start -- --port 8788",
  );
  // The worker's port has a setting of another name, and no option.
  const worker = { host: "127.0.0.1", port: 9090, setting: "COUNTERFOIL_HEALTH_PORT=N" };
  expect(refusal("EADDRINUSE", worker)).toBe(
    "Port 9090 on 127.0.0.1 is used by another program. Stop it, or choose another port with COUNTERFOIL_HEALTH_PORT=N.",
  );
  expect(refusal("EACCES", { ...worker, port: 90 })).toBe(
    "This user may not listen on port 90. Choose a port of 1024 or higher with COUNTERFOIL_HEALTH_PORT=N.",
  );
});
