import type { Colors } from "../../../contract/content/colors.ts";
import { useInbox } from "../use-inbox.ts";

const EXAMPLE = { width: 480, height: 132 };

/** Pages in these colors, drawn: the policy allows no styles of one's own. */
export function ColorExample({ colors }: { colors: Colors }) {
  const { siteEditor, site } = useInbox();
  const { true: yes = "", false: no = "" } = siteEditor.options;
  const half = EXAMPLE.width / 2;
  const text = (x: number, y: number, fill: string, words: string) => (
    <text x={x} y={y} fill={fill} fontSize="18" fontWeight="700">
      {words}
    </text>
  );
  const ground = (x: number, name: "night" | "paper") => (
    <>
      <rect x={x} width={half} height={EXAMPLE.height} fill={colors[name]} />
      {text(x + 16, 34, colors[`${name}-text`], site.brandName)}
      {text(x + 16, 60, colors[`${name}-dim`], siteEditor.heading)}
    </>
  );
  return (
    <svg
      className="example"
      role="img"
      aria-label={siteEditor.preview}
      viewBox={`0 0 ${EXAMPLE.width} ${EXAMPLE.height}`}
    >
      {ground(0, "night")}
      {ground(half, "paper")}
      <rect x={16} y={80} width={140} height={40} fill={colors.signal} />
      {text(32, 106, colors["signal-ink"], siteEditor.save)}
      {text(172, 106, colors.done, yes)}
      {text(half + 16, 106, colors["done-ink"], yes)}
      {text(half + 80, 106, colors["fault-text"], no)}
    </svg>
  );
}
