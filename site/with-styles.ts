/**
 * The built script passes each `import()` to
 * this module, which loads the missing styles.
 */
const requested = new Map<string, Promise<unknown>>();

/**
 * Rejects if the code or a stylesheet does not
 * arrive. @param files stylesheets, in their order
 */
export async function withStyles<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
) {
  const [module] = await Promise.all([load(), ...files.map(addStyles)]);
  return module;
}

function addStyles(file: string): unknown {
  if (document.querySelector(`[data-files~="${file}"]`)) return undefined;
  const styles = requested.get(file) ?? request(file);
  requested.set(file, styles);
  styles.catch(() => requested.delete(file)); // The next import tries again.
  return styles;
}

function request(file: string): Promise<unknown> {
  const link = Object.assign(document.createElement("link"), {
    rel: "stylesheet",
    href: `/${file}`,
  });
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () =>
      reject(new Error(`These styles did not come: ${file}`)),
    );
  });
}
