export { securityHeaders, type SecurityHeaders } from "../../contract/security-policy.ts";
