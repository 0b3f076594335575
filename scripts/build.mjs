// `npm run build`: compiles what `npm start` and the specs run, unless that is done.
import { build, prepare } from './prepare.mjs';

prepare();
build();
