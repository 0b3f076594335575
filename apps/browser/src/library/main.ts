// Runs as /omise.js in a shop's page.
import { readHosts } from '../hosts.js';
import { OmiseLibrary } from './omise.js';
import { OmiseCardLibrary } from './omise-card.js';

const hosts = readHosts();
const Omise = new OmiseLibrary({ ...hosts });
const OmiseCard = new OmiseCardLibrary(hosts);
Object.assign(window, { Omise, OmiseCard });

// Pages click the button from a script right after this one: it is there at once. A page that loads this
// twice has it once.
const script = document.querySelector<HTMLScriptElement>('script[data-key][data-amount]');
if (script && !OmiseCard.hasFrameInPage) OmiseCard.attachScript(script);
