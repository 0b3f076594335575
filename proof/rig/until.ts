export { until, within } from '../../libs/platform/testing/until.js';
