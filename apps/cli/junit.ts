import { html, type Html } from '#pages/kit/html.js';

/** Characters that XML 1.0 cannot contain. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

interface Case {
  readonly classname: string;
  readonly name: string;
  readonly seconds?: number;
  /** `undefined`: it passed. */
  readonly content: Html | undefined;
}

/** The result of a command as test cases, for CI. */
export interface Suite {
  readonly name: string;
  /** ISO 8601. */
  readonly at: string;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  readonly cases: readonly Case[];
}

/** A JUnit report. */
export function junitOf({ name, at, failures, errors, skipped, cases }: Suite): string {
  const { text } = html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="${name}" timestamp="${at}" tests="${cases.length}" failures="${failures}" errors="${errors}" skipped="${skipped}">
${cases.map(testcase)}</testsuite>
</testsuites>
`;
  return text.replaceAll(FORBIDDEN, '');
}

function testcase({ classname, name, seconds, content }: Case): Html {
  const time = seconds === undefined ? undefined : html` time="${seconds.toFixed(3)}"`;
  return html`<testcase classname="${classname}" name="${name}"${time}>${content}</testcase>
`;
}
