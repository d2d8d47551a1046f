-- As in sqlite/migrations/007-team.sql.
ALTER TABLE nightshift.team_members ADD COLUMN role text COLLATE "C" CHECK (role <> '');
ALTER TABLE nightshift.team_members ADD COLUMN takes_leads integer CHECK (takes_leads IN (0, 1));

CREATE TABLE nightshift.removed_members (
  email text COLLATE "C" NOT NULL PRIMARY KEY CHECK (email <> '')
);

CREATE TABLE nightshift.team_settings (
  id integer NOT NULL PRIMARY KEY CHECK (id = 1),
  in_turn integer NOT NULL CHECK (in_turn IN (0, 1)),
  latest_turn text COLLATE "C",
  runner text COLLATE "C" NOT NULL,
  runner_phone text COLLATE "C" NOT NULL
);

INSERT INTO nightshift.team_settings (id, in_turn, runner, runner_phone) VALUES (1, 0, '', '');
