/** A visitor with any engine: finds elements by role and name, clicks, types and looks. */
import { setTimeout as wait } from "node:timers/promises";
import { content } from "../content.ts";
import type { Answers } from "../e2e/booking-form.ts";
import { KEY, type Driver } from "./driver.ts";

const { fields } = content;

export type Role = "alert" | "button" | "combobox" | "dialog" | "heading" | "link" | "radio" | "textbox";

const PATIENCE_MS = 10_000;

export class Visitor {
  readonly #driver: Driver;
  readonly #origin: string;

  constructor(driver: Driver, origin: string) {
    this.#driver = driver;
    this.#origin = origin;
  }

  async open(path: string): Promise<void> {
    await this.#driver.open(this.#origin + path);
  }

  async back(): Promise<void> {
    await this.#driver.go(-1);
  }

  async forward(): Promise<void> {
    await this.#driver.go(1);
  }

  /** Runs a function in the page, which knows only its arguments. */
  async look<Given extends unknown[]>(see: (...given: Given) => unknown, ...given: Given): Promise<unknown> {
    const expression = `(${String(see)})(...${JSON.stringify(given)})`;
    try {
      return await this.#driver.evaluate(expression);
    } catch {
      // The page was being replaced by another.
      return this.#driver.evaluate(expression);
    }
  }

  /** Whether it is visible, on the screen or after scrolling. */
  async sees(role: Role, name: string | null = null): Promise<boolean> {
    return (await this.#find(role, name)) !== undefined;
  }

  async finds(role: Role, name: string | null = null): Promise<void> {
    await this.#until(role, name);
  }

  async reads(role: Role, name: string | null = null): Promise<string> {
    return (await this.#until(role, name)).text;
  }

  /** Clicks its middle, once it does not move and nothing covers it. */
  async clicks(role: Role, name: string): Promise<void> {
    let last: Found | undefined;
    const { x, y } = await this.#patiently(`a ${role} "${name}" rests and is not covered`, async () => {
      const before = last;
      last = await this.#find(role, name);
      return last?.covered === "" && last.x === before?.x && last.y === before.y ? last : undefined;
    });
    await this.#driver.click(x, y);
  }

  async clicksAt(x: number, y: number): Promise<void> {
    await this.#driver.click(x, y);
  }

  async presses(key: keyof typeof KEY): Promise<void> {
    await this.#driver.press([KEY[key]]);
  }

  /** Types into a field after its present text. */
  async types(label: string, text: string): Promise<void> {
    await this.clicks("textbox", label);
    await this.#driver.press(Array.from(text));
    // Firefox scrolls to the typed text with its next frame.
    await this.look(async () => {
      for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
    });
  }

  /** Sets a choice as from the list, which belongs to the system and not to the page. */
  async chooses(label: string, value: string): Promise<void> {
    await this.clicks("combobox", label);
    await this.presses("escape");
    await this.look((chosen) => {
      const { activeElement: list } = document;
      if (!(list instanceof HTMLSelectElement)) throw new Error("The list has no focus.");
      list.value = chosen;
      for (const type of ["input", "change"]) list.dispatchEvent(new Event(type, { bubbles: true }));
    }, value);
  }

  /** Fills in the form. */
  async fillsIn(answers: Answers): Promise<void> {
    await this.types(fields.name.label, answers.name);
    await this.types(fields.email.label, answers.email);
    await this.types(fields.company_name.label, answers.companyName);
    await this.chooses(fields.selected_service.label, answers.selectedService);
    await this.types(fields.problems.label, answers.problems);
    await this.types(fields.additional_info.label, answers.additionalInfo);
  }

  /** @returns once React owns the page. React marks its elements, and gives no other sign. */
  async untilHydrated(): Promise<void> {
    await this.#patiently("React took over", () =>
      this.look(() =>
        [...document.querySelectorAll("main")].some((main) =>
          Object.keys(main).some((key) => key.startsWith("__reactFiber")),
        ),
      ),
    );
  }

  #until(role: Role, name: string | null): Promise<Found> {
    return this.#patiently(`a ${role} "${name ?? ""}" can be seen`, () => this.#find(role, name));
  }

  async #find(role: Role, name: string | null): Promise<Found | undefined> {
    const found = await this.look(find, role, name);
    return isFound(found) ? found : undefined;
  }

  async #patiently<Seen>(what: string, look: () => Promise<Seen>): Promise<NonNullable<Seen>> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const seen = await look();
      if (seen) return seen;
      if (Date.now() > end) throw new Error(`There was no sign that ${what}.`);
      await wait(50);
    }
  }
}

interface Found {
  text: string;
  /** Its middle in the window, after scrolling into view. */
  x: number;
  y: number;
  /** The tag of the element that covers its middle; empty when it can be clicked. */
  covered: string;
}

function isFound(value: unknown): value is Found {
  return typeof value === "object" && value !== null && "covered" in value;
}

/** Runs in the page. Finds the first visible match; a name is complete, or continues in brackets. */
function find(role: Role, name: string | null): Found | null {
  const selectors = {
    alert: '[role="alert"]',
    button: "button",
    combobox: "select",
    dialog: "dialog",
    heading: "h1, h2, h3",
    link: "a[href]",
    radio: "input[type=radio]",
    textbox: "input:not([type=hidden]), textarea",
  };
  const say = (element: Element): string => {
    const copy = element.cloneNode(true);
    if (!(copy instanceof Element)) return "";
    // A button that plays and pauses has both labels, one of them hidden.
    const shown = Array.from(element.querySelectorAll("*"), (part) => part.getClientRects().length > 0);
    for (const [place, part] of [...copy.querySelectorAll("*")].entries())
      if (!shown[place] || part.matches('[aria-hidden="true"], svg')) part.remove();
    return (copy.textContent ?? "").replaceAll(/\s+/g, " ").trim();
  };
  const nameOf = (element: Element): string => {
    const byId = document.getElementById(element.getAttribute("aria-labelledby") ?? "");
    const label = "labels" in element && element.labels instanceof NodeList ? element.labels[0] : undefined;
    return element.getAttribute("aria-label") ?? say(byId ?? (label instanceof Element ? label : element));
  };
  const modal = document.querySelector("dialog:modal");
  for (const element of document.querySelectorAll<HTMLElement>(selectors[role])) {
    // Nothing else can be used while it is open.
    if (modal?.contains(element) === false) continue;
    const said = nameOf(element);
    if (name !== null && said !== name && !said.startsWith(`${name} (`)) continue;
    if (element.getClientRects().length === 0) continue;
    if (getComputedStyle(element).visibility !== "visible") continue;
    const outside = (): boolean => {
      const { top, bottom } = element.getBoundingClientRect();
      return top < 0 || bottom > innerHeight;
    };
    if (outside() && !["alert", "dialog", "heading"].includes(role))
      element.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const over = document.elementFromPoint(x, y);
    return {
      text: element.innerText,
      x,
      y,
      covered: element.contains(over) ? "" : (over?.outerHTML.slice(0, 120) ?? "nothing, it is outside"),
    };
  }
  return null;
}
