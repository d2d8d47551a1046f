/** The icons that the tiles of `site/content/book-call.ts` may name. */
import { CircleCheck, Clock, Lock, type IconNode } from "lucide";
import type { BookCallWords } from "../../words.ts";

type Name = BookCallWords["tiles"][number]["icon"];

export const tileIcons: Record<Name, IconNode> = { lock: Lock, clock: Clock, check: CircleCheck };
