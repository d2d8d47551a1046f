/** Loads on the page of a call. It has no export, which would cost each page 200 bytes. */
import { renewUnseen } from "./renew-unseen.ts";

renewUnseen();
