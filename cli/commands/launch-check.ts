/** With an obstacle, the command exits with 1. */

import { LeadsCommand } from "../command.ts";

export const launchCheckCommand = new LeadsCommand("launch-check")
  .about("Lists each obstacle to a launch with its remedy.")
  .action(async () => {
    // These modules take longer to load than most commands run.
    const { findObstacles } = await import("../launch/find-obstacles.ts");
    const obstacles = await findObstacles();
    if (obstacles.length === 0)
      return console.log("Ready: no obstacle was found.");
    console.log(`Not ready to go public. Still to do (${obstacles.length}):`);
    for (const line of obstacles) console.log(`  ${line}`);
    process.exitCode = 1;
  });
