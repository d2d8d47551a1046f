/** Scores a response by the rules of Mozilla's HTTP Observatory (algorithm 5; mdn/mdn-http-observatory). */
import type { TestResponse } from "./server.ts";

type Header = (name: string) => string;

const BROAD = ["ftp:", "http:", "https:", "*", "http://*", "http://*.*", "https://*", "https://*.*"];
const INLINE = ["'unsafe-inline'", "data:"];
const PASSIVE = ["img-src", "media-src"];

/** 100 and more is A+. Bonus points count only with few deductions. */
export function observatoryScore({ headers }: TestResponse): number {
  const header: Header = (name) => String(headers[name] ?? "").toLowerCase();
  const cookies = [headers["set-cookie"] ?? []].flat();
  const modifiers = [
    policy(header("content-security-policy")),
    oneOf(header("referrer-policy"), PRIVATE_REFERRER, 5, 0, -5),
    oneOf(header("x-content-type-options"), ["nosniff"], 0, -5, -5),
    framing(header),
    transport(header("strict-transport-security")),
    oneOf(header("cross-origin-resource-policy"), ["same-origin", "same-site"], 10, 0, 0),
    oneOf(header("cross-origin-opener-policy"), ["same-origin", "same-origin-allow-popups"], 10, 0, -5),
    header("access-control-allow-credentials") === "true" ? -50 : 0,
    ...cookies.map(cookie),
  ];
  const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 100);
  const withoutBonus = sum(modifiers.filter((modifier) => modifier < 0));
  return withoutBonus >= 90 ? sum(modifiers) : withoutBonus;
}

const PRIVATE_REFERRER = ["no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"];

function oneOf(value: string, best: string[], bonus: number, missing: number, other: number): number {
  if (value === "") return missing;
  return best.includes(value) ? bonus : other;
}

function directives(text: string): Map<string, string[]> {
  const parts = text.split(";").map((part) => part.trim().split(/\s+/));
  return new Map(parts.map(([name = "", ...sources]) => [name, sources]));
}

function policy(text: string): number {
  if (text === "") return -25;
  const csp = directives(text);
  const sources = (name: string): string[] => csp.get(name) ?? csp.get("default-src") ?? ["*"];
  const has = (name: string, unwanted: string[]): boolean =>
    sources(name).some((source) => unwanted.includes(source));
  const insecure = (source: string): boolean => /^(http|ftp):/.test(source);
  if (has("script-src", [...BROAD, ...INLINE]) || has("object-src", BROAD)) return -20;
  const active = [...csp].filter(([name]) => !PASSIVE.includes(name));
  if (active.flatMap(([, list]) => list).some(insecure)) return -20;
  if (has("script-src", ["'unsafe-eval'"]) || has("style-src", ["'unsafe-eval'"])) return -10;
  if (PASSIVE.flatMap(sources).some(insecure)) return -10;
  if (has("style-src", [...BROAD, ...INLINE])) return 0;
  return sources("default-src").join() === "'none'" ? 10 : 5;
}

function framing(header: Header): number {
  const ancestors = directives(header("content-security-policy")).get("frame-ancestors");
  if (ancestors && !ancestors.some((source) => BROAD.includes(source))) return 5;
  return oneOf(header("x-frame-options"), ["deny", "sameorigin"], 5, -20, -20);
}

function transport(text: string): number {
  const seconds = /(?:^|;)\s*max-age=(\d+)/.exec(text)?.[1];
  if (seconds === undefined) return -20;
  return Number(seconds) >= 15_768_000 ? 0 : -10;
}

/** Treats every cookie as a session's. */
function cookie(text: string): number {
  const attributes = text.toLowerCase().split("; ");
  if (!attributes.includes("secure")) return -40;
  if (!attributes.includes("httponly")) return -30;
  return attributes.some((attribute) => /^samesite=(strict|lax)$/.test(attribute)) ? 5 : -20;
}
