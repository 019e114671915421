import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Certificate {
  /** PEM. */
  readonly cert: string;
  /** PEM, PKCS #8. */
  readonly key: string;
}

/** Certificates for tests, made by `openssl`. */
export interface Certificates {
  /** The authority's own certificate (PEM). */
  readonly ca: string;
  /** Of a broker on 127.0.0.1. */
  readonly server: Certificate;
  readonly client: Certificate;
}

const NEW_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/** Makes an authority, and certificates of a server and a client that it signed. */
export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), "counterfoil-certificates-"));
  const file = (name: string) => join(folder, name);
  const openssl = (...given: string[]) => execFileSync("openssl", given, { cwd: folder, stdio: "pipe" });
  const authority = ["-keyout", "ca.key", "-out", "ca.crt", "-subj", "/CN=Test authority"];
  openssl("req", "-x509", "-days", "2", ...NEW_KEY, ...authority);
  const sign = (name: string, names: string): Certificate => {
    openssl("req", "-new", ...NEW_KEY, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`);
    writeFileSync(file(`${name}.ext`), `subjectAltName=${names}\n`);
    const signed = ["-in", `${name}.csr`, "-out", `${name}.crt`, "-extfile", `${name}.ext`];
    openssl("x509", "-req", "-days", "2", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", ...signed);
    return { cert: readFileSync(file(`${name}.crt`), "utf8"), key: readFileSync(file(`${name}.key`), "utf8") };
  };
  const [server, client] = [sign("server", "IP:127.0.0.1"), sign("client", "DNS:billing")];
  const ca = readFileSync(file("ca.crt"), "utf8");
  rmSync(folder, { recursive: true });
  return { ca, server, client };
}
