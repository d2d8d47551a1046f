/** What a person reads on a page and can press, taken from its HTML, which React writes regularly. */
export interface Button {
  label: string;
  /** Where a press sends the form; undefined for the page's own address. */
  to: string | undefined;
  method: string;
  fields: [string, string][];
}

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#x27": "'",
};
const plain = (html: string) =>
  html.replaceAll(
    /&(amp|lt|gt|quot|#x27);/g,
    (_, name: string) => ENTITIES[name] ?? "",
  );

function attributesOf(tag: string): Record<string, string> {
  const pairs = tag.matchAll(/ ([\w-]+)(?:="([^"]*)")?/g);
  return Object.fromEntries(
    Array.from(pairs, ([, name = "", value = ""]) => [
      name.toLowerCase(),
      plain(value),
    ]),
  );
}

const elements = (html: string, name: string) =>
  Array.from(
    html.matchAll(new RegExp(`<${name}((?: [^>]*)?)>(.*?)</${name}>`, "gs")),
    ([, tag = "", inner = ""]) => ({
      has: attributesOf(tag),
      text: textOf(inner),
      inner,
    }),
  );

function textOf(html: string): string {
  const spoken = html
    .replaceAll(/<(style|title|option)\b.*?<\/\1>|<!--.*?-->/gs, " ")
    .replaceAll(/<[^>]+>/g, " ");
  return plain(spoken).replaceAll(/\s+/g, " ").trim();
}

export function readPage(html: string) {
  const links = elements(html, "a").map(
    ({ text, has }) => [text, has["href"] ?? ""] as const,
  );
  const buttons = elements(html, "form").flatMap((form): Button[] => {
    const { action, method = "get" } = form.has;
    const inputs = Array.from(
      form.inner.matchAll(/<input([^>]*)>/g),
      ([, tag = ""]) => attributesOf(tag),
    );
    const sent = inputs.filter(
      ({ type = "" }) => !/^(?:checkbox|radio)$/.test(type),
    );
    return elements(form.inner, "button").map(({ text: label, has: own }) => {
      const named: [string, string][] = own["name"]
        ? [[own["name"], own["value"] ?? ""]]
        : [];
      const fields = sent.flatMap(({ name, value = "" }): [string, string][] =>
        name ? [[name, value]] : [],
      );
      const to = own["formaction"] ?? action;
      return {
        label,
        to,
        method: own["formmethod"] ?? method,
        fields: [...fields, ...named],
      };
    });
  });
  const boxes = Array.from(
    html.matchAll(/<input([^>]*type="checkbox"[^>]*)>/g),
    ([, tag = ""]) => attributesOf(tag),
  );
  /** The field that a press sends once the box with this label is ticked. */
  const tick = (label: string) => {
    const box = boxes.find((one) => one["aria-label"] === label);
    return { [box?.["name"] ?? ""]: box?.["value"] ?? "" };
  };
  const rows = elements(html, "tr").map(({ text }) => text);
  const [title = ""] = elements(html, "title").map(({ inner }) => plain(inner));
  const [said] = Array.from(
    html.matchAll(/<div class="deed"[^>]*><p>(.*?)<\/p>/gs),
    ([, inner = ""]) => textOf(inner),
  );
  return {
    title,
    text: textOf(html),
    links: Object.fromEntries(links),
    buttons,
    tick,
    rows,
    said,
  };
}
export type Page = ReturnType<typeof readPage>;

/** The fields that a press of this button sends. */
export function pressed(
  { buttons }: Page,
  label: string,
  typed: Record<string, string> = {},
) {
  const button = buttons.find((one) => one.label === label);
  if (!button)
    throw new Error(
      `The page has no button "${label}", but: ${buttons.map((one) => one.label).join(", ")}.`,
    );
  return {
    to: button.to,
    fields: { ...Object.fromEntries(button.fields), ...typed },
  };
}
