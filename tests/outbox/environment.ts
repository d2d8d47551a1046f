/** Variables of a process that sends to servers of the test. */
import { join } from "node:path";
import { writeBuild } from "../fakes/build.ts";
import type { MailServer } from "../fakes/mail-server.ts";
import type { Receiver } from "../fakes/receiver.ts";
import { PUBLIC_KEY, SECRET_KEY, temporaryFolder } from "../fakes/server.ts";

export type Environment = Record<string, string> & { DATA_DIR: string };

export function environment(receiver?: Receiver): Environment {
  const folder = temporaryFolder();
  const webhooks = receiver && {
    WEBHOOK_URLS: `http://localhost:${receiver.port}/hook`,
    WEBHOOK_ALLOW_HOSTS: "localhost",
  };
  return {
    DIST_DIR: writeBuild(folder),
    DATA_DIR: join(folder, "data"),
    LEADS_PUBLIC_KEY: PUBLIC_KEY,
    LEADS_SECRET_KEY: SECRET_KEY,
    LOG_LEVEL: "fatal",
    ...webhooks,
  };
}

export function through(mailServer: MailServer): { SMTP_URL: string } {
  return { SMTP_URL: `smtp://localhost:${mailServer.settings.port}?tls=none` };
}

export function messageId(raw: string): string {
  return /^message-id: <([^@>]+)@/im.exec(raw)?.[1] ?? "";
}
