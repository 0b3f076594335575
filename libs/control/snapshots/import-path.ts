/** The path of imports, whose bodies are streamed to the route. */
export const IMPORT_PATH = /^\/api\/sandboxes\/[^/]+\/import\/?$/;
/** The path where sandboxes are made, and its largest body, which may hold a seed. */
export const SANDBOXES_PATH = /^\/api\/sandboxes\/?$/;
export const MAX_SEED_BYTES = 4 * 1024 * 1024;
