/** Makes self-signed certificates, so that the repository contains no key. */
import { execFileSync } from "node:child_process";

export interface Certificate {
  key: string;
  cert: string;
}

export function certificateFor(host: string): Certificate {
  const kind = [
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-days",
    "2",
  ];
  const args = [
    "req",
    "-x509",
    ...kind,
    "-subj",
    `/CN=${host}`,
    "-keyout",
    "-",
    "-out",
    "-",
  ];
  const pem = execFileSync("openssl", args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [key = "", cert = ""] = pem.split(/(?=^-----BEGIN CERTIFICATE)/m);
  return { key, cert };
}
