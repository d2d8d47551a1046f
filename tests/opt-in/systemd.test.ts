/** The pages for a server of your own and the runbook, line by line, on a machine with systemd and nginx, Caddy, PostgreSQL, restic. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { block, commandsOf, type Block } from "../documentation/blocks.ts";
import { certificateFor } from "../fakes/certificate.ts";
import { isCi } from "../../server/configuration/env.ts";
import { missingForTests } from "../machine/optional.ts";
import { findProgram } from "../machine/programs.ts";
import { bootMachine, canBoot } from "../machine/systemd.ts";

const SYSTEMD = "docs/deploy/systemd.md";
const HOST = "www.your-name.example";
const CERTIFICATE = `/etc/letsencrypt/live/${HOST}`;
const NIGHTSHIFT = "current/bin/nightshift";
const PROGRAMS = ["nginx", "caddy", "restic", "psql"];

describe("on a machine with systemd", () => {
  const archive = mkdtempSync(join(tmpdir(), "nightshift-archive-"));
  let machine: Awaited<ReturnType<typeof bootMachine>>;

  /** The commands of a block as written, in one shell, without those that need a public name or a network. */
  const runBlock = (written: Block) =>
    machine.run(
      commandsOf(written)
        .filter((command) => !/# not run here$|^apt-get /.test(command))
        .join("\n"),
    );
  const install = (words = "") => machine.run(`${NIGHTSHIFT} install ${words} --yes`);
  const doctor = () =>
    machine.try(`NODE_EXTRA_CA_CERTS=${CERTIFICATE}/fullchain.pem ${NIGHTSHIFT} doctor`).stdout;
  const untilReady = (port = 3000) =>
    machine.run(`curl --silent --fail --retry 20 --retry-all-errors http://127.0.0.1:${port}/readyz`);
  const sendLead = (name: string) =>
    machine.run(
      `${NIGHTSHIFT} leads add --name ${name} --email ${name}@visitor.example --company-name Roofs --selected-service ai-chatbot --problems Calls`,
    );
  const leads = () => machine.run(`${NIGHTSHIFT} leads list --show all`);

  beforeAll(async () => {
    missingForTests(isCi(), true);
    const absent = PROGRAMS.filter((name) => findProgram(name) === undefined);
    if (!canBoot() || absent.length > 0)
      throw new Error(`To boot a machine, this one needs root, overlayfs, cgroup2, ${absent.join(", ")}.`);
    const packed = spawnSync(process.execPath, [join(root, "scripts/release.ts"), archive], {
      encoding: "utf8",
    });
    expect(packed).toMatchObject({ status: 0 });
    machine = await bootMachine(archive);
  }, 300_000);

  afterAll(async () => {
    await machine.end();
    rmSync(archive, { recursive: true });
  });

  test("one command installs the site, says what it makes, and makes nothing twice", () => {
    runBlock(block(SYSTEMD, "nightshift install"));
    expect(untilReady()).toBe('{"status":"ready"}');
    expect(machine.run("systemctl show --property=ActiveState nightshift")).toBe("ActiveState=active\n");
    const changed =
      "find /etc /opt /var/lib/nightshift -newer /tmp/before -not -name 'leads.db*' -not -type d";
    machine.run("touch /tmp/before");
    expect(install()).toBe("Everything is there.\n");
    expect(machine.run(changed)).toBe("");
    sendLead("First");
    runBlock(block(SYSTEMD, "leads list"));
  });

  test("without an answer it changes nothing and lists what is missing; a replaced file stays beside it", () => {
    const unit = "/etc/systemd/system/nightshift-canary.timer";
    machine.run(`echo '# mine' >>${unit}`);
    expect(machine.try(`${NIGHTSHIFT} install`)).toMatchObject({
      status: 1,
      stdout: `Missing on this machine:\n  ${unit}\n`,
    });
    expect(doctor()).toContain(`${unit}: missing or changed: run nightshift install`);
    expect(install()).toContain(`+ ${unit}\n`);
    expect(machine.run(`tail -1 ${unit}.before-nightshift; rm ${unit}.*`)).toBe("# mine\n");
    expect(doctor()).not.toContain(unit);
  });

  test("the program of the site cannot change its own code, and nobody else reads its leads", () => {
    for (const line of [
      "nightshift -- touch /opt/nightshift/x",
      "nobody -- ls /var/lib/nightshift",
      "nobody -- cat .env",
    ])
      expect(machine.try(`runuser -u ${line}`).status, line).not.toBe(0);
  });

  test("a changed word is shown by itself, and a mistake changes nothing", () => {
    const change = (text: string) =>
      machine.run(`sed -i 's/brandName: .*/brandName: ${text}/' /etc/nightshift/content/site.yaml`);
    const until = (command: string) =>
      machine.run(`for i in $(seq 60); do ${command} && exit; sleep 1; done; exit 1`);
    change("Moonlight");
    until("curl --fail --silent http://127.0.0.1:3000/ | grep --quiet Moonlight");
    runBlock(block(SYSTEMD, "content check"));
    change("Moonlight: a mistake");
    until("journalctl -u nightshift-content | grep --quiet 'has a colon in it'");
    expect(machine.run("curl --silent --fail http://127.0.0.1:3000/")).toContain("Moonlight");
    change("Moonlight");
  });

  test("it is restarted when it dies, and updated", () => {
    machine.run("systemctl kill --signal=SIGKILL nightshift");
    untilReady();
    expect(machine.run(`${NIGHTSHIFT} update /archive/nightshift-*.tar.gz --trial=2`)).toContain(
      "The site runs",
    );
    expect(leads()).toContain("First");
  });

  test("backups are copied elsewhere, a drill restores them, and a failed one or a failed canary is mailed", () => {
    machine.run(
      "printf 'RESTIC_REPOSITORY=/var/lib/nightshift/repository\\nRESTIC_PASSWORD=x\\n' >backup.env",
    );
    expect(doctor()).toContain("no backup has left this machine");
    runBlock(block("docs/backups.md", "nightshift-drill"));
    expect(machine.run("systemctl list-timers 'nightshift-*'")).toMatch(/backup.timer[^]*drill.timer/);
    expect(machine.run("ls /var/lib/nightshift/backups")).toContain("elsewhere");
    expect(machine.run("journalctl -u nightshift-drill")).toContain("has every lead from before it was made");
    expect(doctor()).not.toContain("no backup has left this machine");
    machine.run("mv /var/lib/nightshift/repository /var/lib/nightshift/gone");
    // The canary's public address answers nobody yet.
    for (const name of ["backup", "drill", "canary"]) {
      machine.run(`! systemctl start nightshift-${name}`);
      const mailed = `until grep -lq nightshift-${name} /var/lib/nightshift/mail/*; do sleep 0.2; done`;
      machine.run(`timeout 120 sh -c '${mailed}'`);
    }
    machine.run("mv /var/lib/nightshift/gone /var/lib/nightshift/repository");
  });

  test("DATA_DIR moves to another disk", () => {
    machine.run(`mkdir /srv/disk; mount -t tmpfs tmpfs /srv/disk; systemctl stop nightshift.socket nightshift
      cp -a /var/lib/nightshift /srv/disk/leads; sed -i 's|^DATA_DIR=.*|DATA_DIR=/srv/disk/leads|' .env
      systemctl start nightshift.socket nightshift`);
    expect(machine.try("curl --silent --fail --max-time 5 http://127.0.0.1:3000/readyz").status).not.toBe(0);
    expect(doctor()).toContain("nightshift.service: missing or changed: run nightshift install");
    install();
    machine.run("systemctl restart nightshift");
    untilReady();
    sendLead("Second");
    expect(machine.run("ls /srv/disk/leads")).toContain("leads.db");
    machine.run("systemctl start nightshift-backup nightshift-drill");
    machine.run("sed -i s/^DATA_DIR/#DATA_DIR/ .env; echo DATA_DIR=/home/leads >>.env");
    expect(machine.try(`${NIGHTSHIFT} install --yes`).stderr).toContain("The units cannot see /home/leads");
    machine.run("sed -i '/^DATA_DIR/d; s/^#DATA_DIR/DATA_DIR/' .env");
  });

  const pages = `curl --silent --fail --insecure --resolve ${HOST}:443:127.0.0.1 https://${HOST}/`;

  test("nginx is put in front, and doctor names what a visitor would meet", () => {
    const { key, cert } = certificateFor(HOST);
    machine.run(`mkdir -p ${CERTIFICATE}; echo 127.0.0.1 ${HOST} >>/etc/hosts
      echo '${key}' >${CERTIFICATE}/privkey.pem; echo '${cert}' >${CERTIFICATE}/fullchain.pem`);
    install(`nginx ${HOST}`);
    expect(machine.run(pages)).toContain("<title>");
    expect(machine.run(`${pages}readyz`)).toBe('{"status":"ready"}');
    expect(install()).toBe("Everything is there.\n");

    // The build's own address is not public. The site is not restarted meanwhile.
    const manifest = "current/dist/manifest.json";
    machine.run(`cp .env /tmp/env; cp ${manifest} /tmp/manifest; echo SITE_URL=https://${HOST} >>.env
        sed -i -E 's|("siteUrl": ?)"[^"]*"|\\1"https://${HOST}"|' ${manifest}`);
    expect(doctor()).not.toContain(`${HOST}:`);
    expect(machine.try(`${NIGHTSHIFT} doctor`).stdout).toContain(`${HOST}: browsers refuse its certificate`);
    machine.run("systemctl stop nginx");
    expect(doctor()).toContain(`${HOST}: nothing answers at its port 443`);
    machine.run(`systemctl start nginx; sed '/${HOST}/d' /etc/hosts >/tmp/hosts; cat /tmp/hosts >/etc/hosts`);
    expect(doctor()).toContain(`${HOST}: its name has no address`);
    machine.run(`systemctl stop nightshift.socket nightshift; echo 127.0.0.1 ${HOST} >>/etc/hosts`);
    expect(doctor()).toMatch(/the site does not answer: journalctl[^]*this site does not answer there/);
    machine.run(`cp /tmp/env .env; cp /tmp/manifest ${manifest}; chown root:nightshift .env
        systemctl start nightshift.socket nightshift`);
    untilReady();
  });

  test("Caddy takes its place", () => {
    machine.run("systemctl disable --now nginx");
    install(`caddy ${HOST}`);
    expect(machine.run("systemctl show --property=ActiveState caddy")).toBe("ActiveState=active\n");
    expect(machine.run("cat /etc/caddy/Caddyfile.before-nightshift")).not.toContain(HOST);
    machine.run("systemctl disable --now caddy");
  });

  test("a rollback over a change of the schema keeps every lead", () => {
    machine.run(`cp -a "$(readlink -f current)" releases/next
      cd releases/next/server/storage/sqlite/migrations
      echo 'CREATE TABLE later (id TEXT);' >"$(printf %03d $(($(ls | wc -l) + 1)))-later.sql"
      cd /opt/nightshift
      ln -sfn "$(readlink current)" previous
      ln -sfn releases/next current
      systemctl restart nightshift`);
    untilReady();
    expect(machine.run("journalctl -u nightshift")).toContain("-later.sql");
    sendLead("Since");
    machine.run(`${NIGHTSHIFT} rollback`);
    expect(machine.run("readlink current")).not.toContain("next");
    expect(leads()).toMatch(/Since/);
  });

  test("every command of the runbook runs, and help prints the paragraph of an alarm", () => {
    const runbook = readFileSync(join(root, "docs/runbook.md"), "utf8");
    const [lead = ""] =
      /\b[0-9a-f-]{36}\b/.exec(machine.run(`${NIGHTSHIFT} leads list --show all --json`)) ?? [];
    const commands = new Set(
      [
        ...runbook.matchAll(/`((?:systemctl|journalctl|leads|nightshift|runuser|curl|du|certbot) [^`]+)`/g),
      ].map(([, command = ""]) => command),
    );
    expect(commands.size).toBeGreaterThan(20);
    /** These change the machine for later tests, or need the network. */
    const NOT_RUN = ["nightshift rollback", "certbot renew", "curl --include https://www.agency.example/"];
    for (const command of commands) {
      if (NOT_RUN.includes(command)) continue;
      const here = command
        .replace(
          /^(leads|nightshift) /,
          (_all, word: string) => `${NIGHTSHIFT} ${word === "leads" ? "leads " : ""}`,
        )
        .replace("<id>", lead);
      const { status, stdout, stderr } = machine.try(here);
      // `systemctl status` of a unit that is switched off exits with 3; nobody is mailed here, so a canary fails.
      const isWell = status === 0 || (here.startsWith("systemctl status") && status === 3);
      const isDoctor = here.includes("doctor") && stdout.startsWith("Not as it should be");
      const isCanary = here.includes("canary") && /did not take a lead|was not delivered/.test(stderr);
      expect(isWell || isDoctor || isCanary, `${here} ended with ${status}: ${stderr}`).toBe(true);
    }
    expect(machine.run(`${NIGHTSHIFT} help storenotready`)).toMatch(/^## StoreNotReady\n\n\*\*Meaning\*\*/);
    expect(machine.run(`${NIGHTSHIFT} help backups`)).toContain("nightshift leads restore --drill");
    expect(machine.try(`${NIGHTSHIFT} help nonsense`)).toMatchObject({ status: 1 });
  });

  test("several sites and a worker share a PostgreSQL, and are updated together", () => {
    machine.run(`mkdir -p /run/postgresql; chown postgres /run/postgresql
      cluster=$(ls -d /usr/lib/postgresql/*/bin | tail -1); install -d -o postgres /srv/postgres
      runuser -u postgres -- $cluster/initdb --auth=trust /srv/postgres
      runuser -u postgres -- $cluster/pg_ctl -w -l /srv/postgres/log -D /srv/postgres start
      runuser -u postgres -- psql -c "create role nightshift login"
      runuser -u postgres -- createdb --owner=nightshift nightshift
      echo DATABASE_URL=postgres://nightshift@127.0.0.1/nightshift >>.env`);
    runBlock(block(SYSTEMD, "nightshift@3001"));
    expect(machine.run(`${NIGHTSHIFT} update /archive/nightshift-*.tar.gz --trial=2`)).toContain(
      "The site runs",
    );
    for (const port of [3001, 3002]) untilReady(port);
    machine.run(`runuser -u nightshift -- ${NIGHTSHIFT} leads test`);
    expect(install()).toBe("Everything is there.\n");
  });

  test("it is taken back, and settings and leads stay", () => {
    machine.run(
      "systemctl disable --now nightshift@3001.socket nightshift@3001 nightshift@3002.socket nightshift@3002 nightshift-worker@9301",
    );
    machine.run(`${NIGHTSHIFT} install --undo`);
    expect(machine.try("systemctl list-unit-files 'nightshift*' --no-legend").stdout).toBe("");
    expect(machine.run("ls -A /opt/nightshift")).toBe(".env\nbackup.env\n");
    expect(machine.run("ls /srv/disk/leads")).toContain("leads.db");
    expect(machine.run("head -c 300 /etc/caddy/Caddyfile")).not.toContain("nightshift");
  });
}, 600_000);
