/** The version of the running program. */
import program from "../../package.json" with { type: "json" };

export const { version } = program;
