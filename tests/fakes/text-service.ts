/** A text service that answers as Twilio's documents say. Source: "Messages resource", "Error and warning dictionary". */

export const ACCOUNT = { user: "AC00000000000000000000000000000001", password: "token:0001" };
export const MESSAGES_PATH = `/2010-04-01/Accounts/${ACCOUNT.user}/Messages.json`;

/** Numbers of the documents whose owners have one thing or another. */
const FAULTS: Record<string, readonly [code: number, message: string]> = {
  "+15005550001": [21_211, "Invalid 'To' Phone Number"],
  "+15005550009": [21_614, "'To' number is not a valid mobile number"],
  "+15005550004": [21_610, "Attempt to send to unsubscribed recipient"],
};

const error = (status: number, code: number, message: string) => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

/** @param authorization the header @param form the posted body */
export function answerText(
  authorization: string | undefined,
  form: string,
): { status: number; body: object } {
  const { user, password } = ACCOUNT;
  const known = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  if (authorization !== known) return error(401, 20_003, "Authenticate");
  const fields = new URLSearchParams(form);
  const [to, from] = [fields.get("To") ?? "", fields.get("From") ?? fields.get("MessagingServiceSid")];
  if (!from) return error(400, 21_603, "A 'From' or 'MessagingServiceSid' parameter is required");
  if (!fields.get("Body")) return error(400, 21_602, "Message body is required");
  const fault = FAULTS[to];
  if (fault) return error(400, ...fault);
  const sid = `SM${"0".repeat(32)}`;
  return { status: 201, body: { sid, status: "queued", num_segments: "1", error_code: null, to, from } };
}

/** Too many requests at once. */
export const tooMany = () => error(429, 20_429, "Too Many Requests");
