/** The cookie that keeps a device signed in. */
import { createHmac } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { createSignedLinks } from "../deliveries/signed-links.ts";
import { isoTime } from "../leads/days.ts";
import { readSignIns } from "../leads/sign-ins.ts";
import { opensInbox, type Team } from "../leads/team.ts";
import type { Database } from "../store/database.ts";
import { cookieOf, cookiesIn } from "./cookies.ts";
import { okValue } from "./forms.ts";

export type Sessions = ReturnType<typeof createSessions>;

/** Derives a key, so that no link is a valid cookie. @param secure whether the site uses TLS */
export function createSessions(linkSecret: string, secure: boolean, now: () => number) {
  const signed = createSignedLinks(
    createHmac("sha256", linkSecret).update("nightshift session 1").digest("base64url"),
  );
  const cookie = (value: string, seconds: number) =>
    cookieOf("inbox", value, seconds) + (secure ? "; Secure" : "");
  return {
    open(subject: string, expiresAt: number): string {
      const token = signed.sign({ purpose: "inbox", subject, expiresAt });
      return cookie(token, Math.max(0, Math.floor((expiresAt - now()) / 1000)));
    },
    close: () => cookie("", 0),
    /** The sign-in of a device's cookie. Only the store knows whether it was ended. */
    idOf(request: FastifyRequest): string | undefined {
      const checks = cookiesIn(request, "inbox").map((value) => signed.verify(value, "inbox", now()));
      const valid = checks.find((check) => check.kind === "valid" && check.subject !== "");
      return valid?.kind === "valid" ? valid.subject : undefined;
    },
  };
}

interface Access {
  store: Database;
  team: Pick<Team, "members">;
  now: () => number;
}

/** @returns undefined for a device that is signed out, as a person who left the team is */
export async function readSignIn({ store, team, now }: Access, id: string | undefined) {
  if (id === undefined) return undefined;
  const [signIn] = okValue(await readSignIns(store, { now: isoTime(now()), id }));
  return signIn && opensInbox(okValue(await team.members()))(signIn) ? signIn : undefined;
}
