/** The few actions that the main flows need, the same in every engine. */

/** A window that shares no cookies, storage or cache with any other. Sizes and positions in CSS pixels. */
export interface Driver {
  open: (url: string) => Promise<void>;
  /** Back (-1) or Forward (1), like the browser's own button. @returns before anything has loaded */
  go: (delta: -1 | 1) => Promise<void>;
  /** @returns the value of an expression in the page, as JSON */
  evaluate: (expression: string) => Promise<unknown>;
  click: (x: number, y: number) => Promise<void>;
  /** Presses keys one after the other. */
  press: (keys: readonly string[]) => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  screenshot: () => Promise<Buffer>;
  close: () => Promise<void>;
  /** Whether the driver left a command without an answer. */
  fellSilent?: () => boolean;
}

/** A running browser. */
export interface Engine {
  /** @param without features to remove, by the engine's own names, where it can */
  openWindow: (without: readonly string[]) => Promise<Driver>;
  close: () => Promise<void>;
}

/** Keys that are not characters. Source: W3C WebDriver, keyboard actions. */
export const KEY = { escape: "\uE00C", tab: "\uE004", enter: "\uE007" } as const;

/** A click in the form that both WebDriver and WebDriver BiDi take. Source: W3C WebDriver, 17. */
export function clickActions(x: number, y: number): object[] {
  return [
    {
      type: "pointer",
      id: "mouse",
      parameters: { pointerType: "mouse" },
      actions: [
        { type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y), origin: "viewport" },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ],
    },
  ];
}

export function keyActions(keys: readonly string[]): object[] {
  const actions = keys.flatMap((value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]);
  return [{ type: "key", id: "keyboard", actions }];
}
