import { VersionRenderer, type Differences } from '#engine/versions/rules/render.js';
import { TO_2014_07_27 } from './to-2014-07-27.js';
import { TO_2015_11_17 } from './to-2015-11-17.js';
import { TO_2017_11_02 } from './to-2017-11-02.js';

export const DIFFERENCES: Differences = {
  '2017-11-02': TO_2017_11_02,
  '2015-11-17': TO_2015_11_17,
  '2014-07-27': TO_2014_07_27,
};

export const VERSIONS = new VersionRenderer(DIFFERENCES);
