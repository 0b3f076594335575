// Installs and generates what is missing, before npm scripts whose programs are packages or import them.
import { prepare } from './prepare.mjs';

prepare();
