/** Makes self-signed certificates, so that the repository contains no key. */
import { execFileSync } from "node:child_process";

export interface Certificate {
  key: string;
  cert: string;
}

export function certificateFor(host: string): Certificate {
  const key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
  const out = `-days 2 -subj /CN=${host} -keyout - -out -`;
  const args = `req -x509 ${key} ${out}`.split(" ");
  const pem = execFileSync("openssl", args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [own = "", cert = ""] = pem.split(/(?=^-----BEGIN CERTIFICATE)/m);
  return { key: own, cert };
}
