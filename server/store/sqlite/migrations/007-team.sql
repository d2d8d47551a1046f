-- What an owner decided about a member (contract/inbox/leads-admin.ts); NULL until then. `role` replaces `may_edit`.
ALTER TABLE team_members ADD COLUMN role TEXT CHECK (role <> '');
ALTER TABLE team_members ADD COLUMN takes_leads INTEGER CHECK (takes_leads IN (0, 1));

-- Addresses that were removed in the inbox: NOTIFY_EMAIL does not bring them back.
CREATE TABLE removed_members (
  email TEXT NOT NULL PRIMARY KEY CHECK (email <> '')
) STRICT, WITHOUT ROWID;

-- One row: whether each new lead goes to one member, who got the latest, and who runs this site.
CREATE TABLE team_settings (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  in_turn INTEGER NOT NULL CHECK (in_turn IN (0, 1)),
  latest_turn TEXT,
  runner TEXT NOT NULL,
  runner_phone TEXT NOT NULL
) STRICT;

INSERT INTO team_settings (id, in_turn, runner, runner_phone) VALUES (1, 0, '', '');
