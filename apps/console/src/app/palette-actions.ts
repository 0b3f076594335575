import { answerOf, api, type Schemas } from '../api/client';
import type { ControlCall } from '../api/curl';
import { useAct, type Action } from '../ui/action-button';
import { advanceText } from '../ui/advance';
import { copyText } from '../ui/copy-text';
import { useCopyCurl, useCurl } from '../ui/curl';
import { notifyDone, notifyFailed } from '../ui/notify';
import { sandboxPath, type Place } from '../ui/place';
import { useSandboxStatus } from '../ui/sandbox-status';
import type { PaletteRow } from './palette-rows';

/** Actions of the sandbox. With Shift the command is copied instead. */
export function useActionRows(place: Place): readonly PaletteRow[] {
  const act = useAct();
  const curl = useCurl();
  const copyCurl = useCopyCurl();
  const clock = useSandboxStatus()?.clock;
  const base = sandboxPath(place);
  const post = (path: string, body?: object): ControlCall => ({
    method: 'POST',
    path: `${base}${path}`,
    body,
  });
  const advanced = (answer: unknown): string => advanceText(answer as Schemas['Advance']);
  const fault = { on: 'api', match: { route: 'POST /charges' }, times: 2, do: { status: 503 } };
  const actions: readonly Action[] = [
    { label: 'Advance clock 1 hour', call: post('/clock/advance', { by: '1h' }), done: advanced },
    { label: 'Advance clock 1 day', call: post('/clock/advance', { by: '1d' }), done: advanced },
    { label: 'Advance clock to next event', call: post('/clock/advance', { until: 'next' }), done: advanced },
    clock?.frozen
      ? { label: 'Resume clock', call: post('/clock/resume'), done: 'Clock resumed' }
      : { label: 'Freeze clock', call: post('/clock/freeze'), done: 'Clock frozen' },
    { label: 'Pause deliveries', call: post('/webhooks/hold'), done: 'Webhooks paused' },
    { label: 'Resume deliveries', call: post('/webhooks/release'), done: 'Webhooks resumed' },
    {
      label: 'Resend all retrying webhooks',
      call: post('/deliveries/redeliver', { status: 'retrying' }),
      done: 'Retrying webhooks are sent again',
    },
    {
      label: 'Resend all exhausted webhooks',
      call: post('/deliveries/redeliver', { status: 'exhausted' }),
      done: 'Exhausted webhooks are sent again',
    },
    {
      label: 'Fail the next 2 charges (503)',
      call: post('/faults', fault),
      done: 'Fault added: the next 2 charges return 503',
    },
    {
      label: 'Remove all faults',
      call: { method: 'DELETE', path: `${base}/faults` },
      done: 'All faults removed',
    },
  ];
  const copyKey = async (): Promise<void> => {
    const sandbox = await answerOf(
      api.GET('/api/sandboxes/{name}', { params: { path: { name: place.name } } }),
    );
    await copyText(sandbox[place.mode].secret_key);
    notifyDone('Secret key copied');
  };
  return [
    ...actions.map((action) => ({
      id: action.label,
      label: action.label,
      description: curl(action.call),
      onChoose: (isShift: boolean) => (isShift ? copyCurl(action.call) : act.press(action)),
    })),
    {
      id: 'key',
      label: `Copy ${place.mode} secret key`,
      onChoose: () => void copyKey().catch((error: unknown) => notifyFailed('Copy secret key', error)),
    },
  ];
}
