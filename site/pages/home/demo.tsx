import { List, Pause, Play, RotateCcw, X } from "lucide";
import { Button, PageLink } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { useSharedContent } from "../../components/shared-content.ts";
import type { HomeContent } from "../../page-content.ts";
import type { PlayedProps } from "../../page-sections.ts";
import { TradeDrawing } from "./board.tsx";

type DemoContent = NonNullable<HomeContent["demo"]>;
type DemoProps = Omit<DemoContent, "trades"> & Partial<DemoContent>;

export function Demo({
  label,
  lines,
  played,
  trades = [],
  ...demo
}: DemoProps) {
  const { choose } = demo;
  return (
    <dialog
      id="demo"
      aria-labelledby="demo-title"
      // Without a script, the buttons with
      // `popoverTarget` open and close the demo.
      popover="auto"
      data-played={played && ""}
      {...{ closedby: "any" }} // React's types lack this attribute.
    >
      <div>
        <h2 id="demo-title">{demo.title}</h2>
        <button
          type="button"
          aria-label={demo.close}
          popoverTarget="demo"
          popoverTargetAction="hide"
        >
          <Icon drawing={X} />
        </button>
      </div>
      {played && <Played {...played} />}
      <div
        role="log"
        aria-label={demo.logLabel}
        data-failed={demo.notLoaded}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll it
        tabIndex={0}
      >
        {trades.length > 0 && <DemoTrades {...{ choose, trades }} />}
        <p>{label}</p>
        <ol>
          {lines.map(({ kind, who, text }) => (
            <li key={text} data-kind={kind}>
              <strong>{who}</strong>
              {` ${text}`}
            </li>
          ))}
        </ol>
      </div>
      <Controls {...demo} />
    </dialog>
  );
}

/**
 * One element of any kind: each page carries
 * this script, and few sites have a recording.
 */
function Played({ tag: Tag, attributes, picture, text }: PlayedProps) {
  return (
    <Tag {...attributes}>
      {/* oxlint-disable-next-line jsx-a11y/alt-text -- `picture` has it */}
      {picture && <img {...picture} />}
      {text}
    </Tag>
  );
}

type DemoTradesProps = Pick<DemoContent, "choose" | "trades">;

function DemoTrades({ choose, trades }: DemoTradesProps) {
  return (
    <p>
      <span>{choose}</span>
      {trades.map(({ name, path, drawing }) => (
        <a key={path} href={path}>
          <TradeDrawing src={drawing} />
          {name}
        </a>
      ))}
    </p>
  );
}

function Controls(
  demo: Omit<DemoContent, "label" | "lines" | "trades" | "played">,
) {
  const { schedulingUrl } = useSharedContent().site;
  return (
    <>
      <progress hidden max={demo.seconds} value={0} aria-hidden="true" />
      <p hidden>
        <PageLink compact href={schedulingUrl}>
          {demo.book}
        </PageLink>
        <Button compact variant="plain" data-press="toggle">
          <Icon drawing={Play} size={18} />
          <span>{demo.play}</span>
          <Icon drawing={Pause} size={18} />
          <span>{demo.pause}</span>
        </Button>
        <Button compact variant="plain" data-press="restart">
          <Icon drawing={RotateCcw} size={18} />
          <span>{demo.restart}</span>
        </Button>
        <Button compact variant="plain" data-press="transcript">
          <Icon drawing={List} size={18} />
          <span>{demo.transcript}</span>
        </Button>
      </p>
    </>
  );
}
