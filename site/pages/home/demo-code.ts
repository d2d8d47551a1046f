/** The demo's code with its styles, which load together. Tests import the code alone, since Node knows no styles. */
import "./demo.css";
import { startDemo as start } from "./play-demo.ts";

export const startDemo = start;
