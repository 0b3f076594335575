// Compiles what `npm start` and the specs run, unless that is done.
import { build } from './prepare.mjs';

build();
