/** Measures the bytes that a visitor's browser fetches for a page, by type, before and after the browser is idle. */
import { chromium, type CDPSession } from "@playwright/test";

export interface Transfer {
  path: string;
  requests: number;
  /** Bytes as they crossed the wire, headers included. */
  bytes: Record<string, number>;
}

/** Bytes of the page until the load event (`before`) and in total, once the browser is idle (`after`). */
export async function measureTransfer(
  executablePath: string,
  origin: string,
  path: string,
): Promise<{ before: Transfer; after: Transfer }> {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    const seen = await watch(session);
    await page.goto(origin + path, { waitUntil: "load" });
    const before = sum(path, seen);
    await page.waitForLoadState("networkidle");
    return { before, after: sum(path, seen) };
  } finally {
    await browser.close();
  }
}

interface Seen {
  type: string;
  bytes: number;
}

async function watch(session: CDPSession): Promise<Map<string, Seen>> {
  const seen = new Map<string, Seen>();
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (response.url.startsWith("http")) seen.set(requestId, { type, bytes: 0 });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const response = seen.get(requestId);
    if (response) response.bytes = encodedDataLength;
  });
  await session.send("Network.enable");
  return seen;
}

function sum(path: string, seen: Map<string, Seen>): Transfer {
  const bytes: Record<string, number> = {};
  for (const { type, bytes: count } of seen.values()) bytes[type] = (bytes[type] ?? 0) + count;
  return { path, requests: seen.size, bytes };
}
