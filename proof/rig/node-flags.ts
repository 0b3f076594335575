/** Flags of node in containers (Dockerfile, docs/decisions/0004-build-and-images.md). */
export const NODE_FLAGS: readonly string[] = ['--max-semi-space-size=32'];
