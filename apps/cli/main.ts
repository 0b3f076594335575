#!/usr/bin/env node
await import('../tollgate/main.js');
