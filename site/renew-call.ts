/**
 * Loads on the page of a call. It has no
 * export, which would cost each page 200 bytes.
 */

import { renewUnseen } from "./renew-unseen.ts";
import { dropDraft } from "./tab-storage.ts";

// The browser itself may have sent the form.
// After Back or a reload, newer texts stay.
const isBack = "whole" in document.documentElement.dataset;
if (!isBack && location.search.endsWith("&booked")) dropDraft();
renewUnseen();
