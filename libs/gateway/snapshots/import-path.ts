/** Where files are imported: their bodies are read as they come. */
export const IMPORT_PATH = /^\/api\/sandboxes\/[^/]+\/import\/?$/;
/** Where sandboxes are made, and the largest body of that, in bytes: a seed is a file, as a text. */
export const SANDBOXES_PATH = /^\/api\/sandboxes\/?$/;
export const MAX_SEED_BYTES = 4 * 1024 * 1024;
