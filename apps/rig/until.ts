export { until, within } from '#platform/testing/until.js';
