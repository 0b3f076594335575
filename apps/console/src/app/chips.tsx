import { UnstyledButton } from '@mantine/core';
import { AlertIcon, ClockIcon, PauseIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import type { Schemas } from '../api/client';
import type { ControlCall } from '../api/curl';
import { useAct } from '../ui/action-button';
import { advanceText, useAdvancing } from '../ui/advance';
import { MenuButton } from '../ui/menu-button';
import { pathIn, sandboxPath, usePlace } from '../ui/place';
import { useSandboxStatus } from '../ui/sandbox-status';
import type { Tone } from '../ui/tone';
import { useSandboxNow, useTick } from '../ui/time';
import { durationText, timeText } from '../ui/time-text';

/** A clock that is less off, as after the undoing of a restore, is no warning. */
const NOTICED_MS = 60_000;

/** The state of the sandbox that changes what all pages show: its clock, webhooks on hold, faults. */
export function Chips(): JSX.Element | null {
  const status = useSandboxStatus();
  if (!status) return null;
  return (
    <>
      <ClockChip clock={status.clock} />
      <HeldChip webhooks={status.webhooks} />
      <FaultsChip active={status.faults.active} />
    </>
  );
}

function ClockChip({ clock }: { readonly clock: Schemas['SandboxStatus']['clock'] }): JSX.Element {
  const { frozen, offset_ms: offsetMs } = clock;
  const isMoved = Math.abs(offsetMs) >= NOTICED_MS;
  const sandboxNow = useSandboxNow();
  useTick();
  const time = timeText(sandboxNow(), new Date());
  const advancing = useAdvancing();
  const text =
    advancing ??
    (frozen ? `Frozen ${time}` : isMoved ? `${offsetMs > 0 ? '+' : '−'}${durationText(offsetMs)}` : time);
  const post = (action: string, body?: object): ControlCall => ({
    method: 'POST',
    path: `/clock/${action}`,
    body,
  });
  const advanced = (answer: unknown): string => advanceText(answer as Schemas['Advance']);
  return (
    <ChipMenu
      tone={frozen || advancing ? 'info' : isMoved ? 'waiting' : 'neutral'}
      label={`Clock: ${text}`}
      icon={<ClockIcon size={12} />}
      text={text}
      page="/clock"
      pageLabel="Open clock"
      actions={[
        ['Advance 1 hour', post('advance', { by: '1h' }), advanced],
        ['Advance 1 day', post('advance', { by: '1d' }), advanced],
        ['Advance to next event', post('advance', { until: 'next' }), advanced],
        frozen
          ? ['Resume clock', post('resume'), 'Clock resumed']
          : ['Freeze clock', post('freeze'), 'Clock frozen'],
      ]}
    />
  );
}

function HeldChip({
  webhooks: { holding, held },
}: {
  readonly webhooks: Schemas['SandboxStatus']['webhooks'];
}): JSX.Element | null {
  if (!holding && held === 0) return null;
  const text = held > 0 ? `${held} held` : 'Paused';
  return (
    <ChipMenu
      tone="held"
      label={`Webhooks: ${text}`}
      icon={<PauseIcon size={12} />}
      text={text}
      page="/webhooks"
      pageLabel="Open webhooks"
      actions={[['Resume deliveries', { method: 'POST', path: '/webhooks/release' }, 'Webhooks resumed']]}
    />
  );
}

function FaultsChip({ active }: { readonly active: number }): JSX.Element | null {
  if (active === 0) return null;
  const text = `${active} ${active === 1 ? 'fault' : 'faults'}`;
  return (
    <ChipMenu
      tone="retrying"
      label={`Active: ${text}`}
      icon={<AlertIcon size={12} />}
      text={text}
      page="/faults"
      pageLabel="Open faults"
      actions={[['Remove all faults', { method: 'DELETE', path: '/faults' }, 'All faults removed']]}
    />
  );
}

interface ChipMenuProps {
  readonly tone: Tone;
  readonly label: string;
  readonly icon: ReactNode;
  readonly text: string;
  readonly page: string;
  readonly pageLabel: string;
  /** With paths below the sandbox. */
  readonly actions: readonly (readonly [
    label: string,
    call: ControlCall,
    done: string | ((answer: unknown) => ReactNode),
  ])[];
}

function ChipMenu({ tone, label, icon, text, page, pageLabel, actions }: ChipMenuProps): JSX.Element {
  const place = usePlace();
  const navigate = useNavigate();
  const act = useAct();
  return (
    <MenuButton
      target={
        <UnstyledButton
          className="chip tone numbers"
          data-tone={tone}
          aria-label={label}
          data-loading={act.isPending || undefined}
        >
          {icon} {text}
        </UnstyledButton>
      }
      entries={[
        ...actions.map(([label, { path, ...rest }, done]) => {
          const call = { ...rest, path: `${sandboxPath(place)}${path}` };
          return { label, call, onClick: () => act.press({ label, call, done }) };
        }),
        { label: pageLabel, onClick: () => void navigate({ to: pathIn(place, page) }), isApart: true },
      ]}
    />
  );
}
