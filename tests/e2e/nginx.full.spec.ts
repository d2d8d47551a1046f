/** The whole form and the inbox through nginx, as `deploy/` sets it up. */
import { test, testBehindProxy } from "./behind-proxy.ts";

test.use({ proxyName: "nginx" });
testBehindProxy("nginx");
