import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { onTestFinished } from "vitest";
import type { Certificate } from "./certificate.ts";

/**
 * Makes this process trust a certificate, like
 * NODE_EXTRA_CA_CERTS, until the test ends.
 */
export function trust({ cert }: Certificate): void {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, cert]);
  onTestFinished(() => setDefaultCACertificates(before));
}
