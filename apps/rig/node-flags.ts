/** What containers start node with (Dockerfile, docs/decisions/0014-semi-space-size.md). */
export const NODE_FLAGS: readonly string[] = ['--max-semi-space-size=32'];
