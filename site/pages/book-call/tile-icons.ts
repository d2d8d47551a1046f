/** The icons that the tiles of `site/content/book-call.ts` may name. */
import { Clock, Handshake, Lock } from "lucide";

export const tileIcons = { lock: Lock, clock: Clock, handshake: Handshake };
