/**
 * What the build bundles for Node, which cannot
 * run TSX: the site's pages and the inbox's pages.
 */
export * from "../../site/render.tsx";
export { createInboxPages } from "../../server/inbox/pages.tsx";
