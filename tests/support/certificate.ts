/** A self-signed certificate, so no key is in the repository. Source: RFC 5280, in DER (X.690). */
import { generateKeyPairSync, sign } from "node:crypto";

export interface Certificate {
  key: string;
  cert: string;
}

const ECDSA_WITH_SHA256 = Buffer.from("300a06082a8648ce3d040302", "hex");
const COMMON_NAME = Buffer.from("0603550403", "hex");

export function certificateFor(host: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from(host)))));
  const validity = der(0x30, time("20000101000000Z"), time("20991231235959Z"));
  const toBeSigned = der(
    0x30,
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", toBeSigned, privateKey));
  const base64 = der(0x30, toBeSigned, ECDSA_WITH_SHA256, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join("\n")}\n-----END CERTIFICATE-----\n`,
  };
}

function time(generalized: string): Buffer {
  return der(0x18, Buffer.from(generalized));
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}
