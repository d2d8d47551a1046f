/** The fixture of main flows: one engine, a site per worker, and a visitor who fails on anything stray. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findFirefox, findWebKit } from "../machine/browsers.ts";
import { exampleVisitor, type Answers } from "../e2e/booking-form.ts";
import { expect, onSite } from "../e2e/test.ts";
import type { Driver, Engine } from "./driver.ts";
import { startFirefox } from "./firefox.ts";
import { openGate, type Gate } from "./gate.ts";
import { Visitor } from "./visitor.ts";
import { startWebKit } from "./webkit.ts";

export type EngineName = "Firefox" | "WebKit";

export interface EngineOptions {
  engineName: EngineName;
}

interface WorkerFixtures extends EngineOptions {
  engine: Engine;
}

interface Fixtures {
  /** Features that are removed from the engine. */
  without: string[];
  window: Driver;
  gate: Gate;
  visitor: Visitor;
  /** The values that this visitor fills in; the email is unique to the test. */
  answers: Answers;
}

export const test = onSite.extend<Fixtures, WorkerFixtures>({
  engineName: ["Firefox", { scope: "worker", option: true }],

  engine: [
    async ({ engineName }, use) => {
      const engine = await start(engineName);
      await use(engine);
      await engine.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],

  without: [[], { option: true }],

  window: async ({ engine, without }, use, info) => {
    const window = await engine.openWindow(without);
    await window.resize(1280, 800);
    await use(window);
    if (info.status !== info.expectedStatus && !window.fellSilent?.())
      await info.attach("the window", { body: await window.screenshot(), contentType: "image/png" });
    await window.close();
  },

  gate: async ({ site }, use) => {
    const gate = await openGate(site.origin);
    await use(gate);
    await gate.close();
  },

  visitor: async ({ window, gate }, use, info) => {
    const sign = join(info.project.outputDir, `${info.testId}-silent`);
    if (info.retry > 0 && !existsSync(sign)) throw new Error("The test failed the first time, see there.");
    await use(new Visitor(window, gate.origin));
    // WebKit's driver sometimes stops answering. Only then is a test repeated, and not when the site owes an answer.
    if (window.fellSilent?.()) {
      expect(gate.waiting(), "requests that the site owes an answer").toEqual([]);
      mkdirSync(info.project.outputDir, { recursive: true });
      writeFileSync(sign, "");
    }
    expect(gate.stray(), "stray console output, exceptions or breaches of the policy").toEqual([]);
  },

  answers: async ({ engineName }, use, { testId, repeatEachIndex }) => {
    const unique = `${engineName.toLowerCase()}-${testId}-${repeatEachIndex}`;
    // One line: Enter in a field sends the form.
    await use({ ...exampleVisitor(unique), problems: "Missed calls after five" });
  },
});

export { expect };

function start(name: EngineName): Promise<Engine> {
  return name === "Firefox" ? startFirefox(here(findFirefox())) : startWebKit(here(findWebKit()));
}

function here<Program>(found: Program | undefined): Program {
  if (found === undefined) throw new Error("The engine is not on this machine.");
  return found;
}
