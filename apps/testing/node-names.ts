// The entry `@tollgate/testing/node-names`, for `node --require` and `--import`.
import '../node-names/main.js';
