/** Makes certificates, so that the repository contains no key. */

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../machine/new-folder.ts";

export interface Certificate {
  key: string;
  cert: string;
}

/** @param issuer signs it, and is not sent with it; by default it signs itself */
export function certificateFor(
  host: string,
  issuer?: Certificate,
): Certificate {
  const file = join(newFolder(), "issuer.pem");
  if (issuer) writeFileSync(file, issuer.key + issuer.cert);
  const signer = issuer ? ` -CA ${file}` : "";
  const key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
  const out = `-days 2 -subj /CN=${host} -keyout - -out -`;
  const args = `req -x509 ${key} ${out}${signer}`.split(" ");
  const pem = execFileSync("openssl", args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [own = "", cert = ""] = pem.split(/(?=^-----BEGIN CERTIFICATE)/m);
  return { key: own, cert };
}
