/** Whether the mail server takes mail from the sender, found out without sending one. */
import { Readable } from "node:stream";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { SendResult } from "../../channel.ts";
import { resultOfFailure } from "./smtp-failures.ts";
import { connectionOptions } from "./smtp-transport.ts";
import type { SmtpServer } from "../../../configuration/mail-server.ts";

/** Signs in and names sender and recipient; where the server then wants the mail, hangs up (RFC 5321, section 4.1.1.4). */
export async function checkSender(server: SmtpServer, from: string, to: string): Promise<SendResult> {
  const connection = new SMTPConnection(connectionOptions(server));
  let wanted = false;
  const mail = new Readable({
    read() {
      wanted = true;
      this.destroy(new Error("There is no mail."));
    },
  });
  const { auth } = connectionOptions(server);
  const step = (take: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => take((error) => (error ? reject(error) : resolve())));
  try {
    await step((done) => connection.once("error", done).connect(done));
    if (auth) await step((done) => connection.login({ credentials: auth }, done));
    await step((done) => connection.send({ from, to: [to] }, mail, done));
    return { kind: "sent" };
  } catch (error) {
    return wanted ? { kind: "sent" } : resultOfFailure(error);
  } finally {
    connection.close();
  }
}
