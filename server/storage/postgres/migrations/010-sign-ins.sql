-- Who is signed in to the inbox (server/storage/sign-ins.ts): a link that was mailed, which opens it once, and then the sign-in
-- that came of it. email: empty for a link of the command line. ends_at: of the link until it is opened, of the sign-in from
-- then on.
CREATE TABLE nightshift.sign_ins (
  id uuid NOT NULL PRIMARY KEY,
  email text COLLATE "C" NOT NULL,
  opened_at timestamptz(3),
  ends_at timestamptz(3) NOT NULL
);
