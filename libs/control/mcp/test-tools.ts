import { inSandbox, SANDBOX, tool, type InSandbox, type Tool } from './tool.js';

interface FaultGiven extends InSandbox {
  readonly name?: string;
  readonly on: 'api' | 'payment' | 'webhook';
  readonly when?: 'before' | 'after';
  readonly match?: object;
  readonly do: object;
  readonly times?: number;
}

const addFault = tool<FaultGiven>({
  name: 'add_fault',
  description:
    'Breaks the next matching call, payment or webhook of the shop. do, for api: {"status":503}, {"delay":"5s"}, {"disconnect":true} (when after: the answer is lost); payment: {"fail":"insufficient_fund"}; webhook: {"duplicate":2}, {"drop":3}, {"wrong_signature":1}, {"delay":"1h"}.',
  properties: {
    ...SANDBOX,
    name: { type: 'string' },
    on: { enum: ['api', 'payment', 'webhook'] },
    when: { enum: ['before', 'after'] },
    match: {
      type: 'object',
      description:
        'Such as {"route":"POST /charges"}, {"key":"charge.complete"}, {"metadata":{"order":"1042"}}',
    },
    do: { type: 'object' },
    times: { type: 'integer', minimum: 1 },
  },
  required: ['sandbox', 'on', 'do'],
  async run(calls, { sandbox, ...body }) {
    const fault = await calls.json<{ name: string }>('POST', inSandbox(sandbox, '/faults'), { body });
    return `Fault ${fault.name} is set`;
  },
});

interface ExamGiven extends InSandbox {
  readonly receiver?: string;
  readonly probe?: string;
  readonly checkout?: string;
  readonly only?: string;
  readonly exam?: string;
}

interface Exam {
  readonly id: string;
  readonly status: 'running' | 'ended';
  readonly problem: string | null;
  readonly counts: Readonly<Record<'passed' | 'failed' | 'warning' | 'not_judged', number>>;
  readonly cases: readonly {
    readonly name: string;
    readonly verdict: string | null;
    readonly findings: readonly { readonly verdict: string; readonly text: string }[];
  }[];
}

const runExam = tool<ExamGiven>({
  name: 'run_exam',
  description:
    'Examines the running shop, which uses the keys of the sandbox: sends forged, repeated, late and reordered webhooks. Returns after 50 s at most; call again with exam for the rest.',
  properties: {
    ...SANDBOX,
    receiver: { type: 'string', description: 'Webhook endpoint of the shop' },
    probe: { type: 'string', description: 'URL with {order} that returns {"status":"paid","count":1}' },
    checkout: { type: 'string', description: 'URL with {order} that begins an order by POST' },
    only: { type: 'string', description: 'Names of cases, comma-separated' },
    exam: { type: 'string', description: 'ID of a started exam' },
  },
  required: ['sandbox'],
  async run(calls, { sandbox, exam: started, ...body }) {
    const path = inSandbox(sandbox, '/exams');
    const id = started ?? (await calls.json<Exam>('POST', path, { body })).id;
    const query = { wait: '50s' };
    return resultOf(await calls.json<Exam>('GET', `${path}/${encodeURIComponent(id)}`, { query }));
  },
});

function resultOf({ id, status, problem, counts, cases }: Exam): string {
  const { passed, failed, warning, not_judged: notJudged } = counts;
  return [
    `${id} ${status}: ${passed} passed, ${failed} failed, ${warning} warnings, ${notJudged} not judged${problem === null ? '' : `; ${problem}`}`,
    ...cases
      .filter(({ verdict }) => verdict !== null && verdict !== 'passed')
      .map(({ name, verdict, findings }) => {
        const reasons = findings.filter((finding) => finding.verdict !== 'passed').map(({ text }) => text);
        return `${verdict} ${name}: ${reasons.join(' ')}`;
      }),
  ].join('\n');
}

export const TEST_TOOLS: readonly Tool[] = [addFault, runExam];
