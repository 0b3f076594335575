import { inSandbox, SANDBOX, tool, type InSandbox } from './tool.js';

interface Report {
  readonly counts: { readonly checked: number; readonly unchecked: number; readonly never: number };
  readonly percent: number;
  readonly gap: boolean;
  readonly situations: readonly {
    readonly name: string;
    readonly state: string;
    readonly object_id: string | null;
    readonly command: string;
  }[];
  readonly advice: readonly {
    readonly name: string;
    readonly title: string;
    readonly findings: readonly { readonly text: string }[];
  }[];
}

interface ReportGiven extends InSandbox {
  readonly since?: string;
}

export const reportTool = tool<ReportGiven>({
  name: 'report',
  description:
    'Reports which situations of a shop its tests have met and checked in a sandbox, with commands for the others and advice.',
  isReadOnly: true,
  properties: { ...SANDBOX, since: { type: 'string', description: 'Datetime in the time of the sandbox' } },
  required: ['sandbox'],
  async run(calls, { sandbox, since }) {
    const report = await calls.json<Report>('GET', inSandbox(sandbox, '/report'), { query: { since } });
    const { counts, percent, gap, situations, advice } = report;
    const never = situations.filter(({ state }) => state === 'never');
    return [
      `${counts.checked} checked (${percent} %), ${counts.unchecked} not checked, ${counts.never} never met${gap ? '; older entries are missing' : ''}`,
      ...advice.map(({ name, title, findings }) => `advice ${name}: ${title}. ${findings[0]?.text ?? ''}`),
      ...situations
        .filter(({ state }) => state === 'unchecked')
        .map(({ name, object_id }) => `not checked: ${name} ${object_id ?? ''}`),
      ...never.map(({ name, command }) => `never met: ${name}: ${command.replaceAll('\n', '; ')}`),
    ].join('\n');
  },
});
