import { Menu } from '@mantine/core';
import { TerminalIcon } from '@primer/octicons-react';
import { Fragment, useState, type JSX, type ReactNode } from 'react';
import type { ControlCall } from '../api/curl';
import { useCopyCurl } from './curl';
import type { PopupTarget } from './first-press';

export interface MenuEntry {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onClick?: () => void;
  /** A file that it saves, under its name, instead of a click. */
  readonly file?: { readonly href: string; readonly name: string };
  /** The call that it makes, which the menu copies as a command, as does a click with Shift. */
  readonly call?: ControlCall;
  /** Below a line. */
  readonly isApart?: boolean;
  /** Deletes something. */
  readonly isBad?: boolean;
  /** A choice, marked when it is on. The menu stays open for more of them, but not for one of several. */
  readonly check?: { readonly isOn: boolean; readonly isOneOfSeveral: boolean };
}

const COPY = 'Copy as cURL';

export default function MenuOf({
  target,
  entries,
}: {
  readonly target: PopupTarget;
  readonly entries: readonly MenuEntry[];
}): JSX.Element {
  const copyCurl = useCopyCurl();
  // Entries copy their calls then, instead of making them.
  const [isCopying, setIsCopying] = useState(false);
  const calls = entries.flatMap(({ call }) => call ?? []);
  const [only] = calls;
  const copy: MenuEntry | undefined =
    calls.length > 1
      ? {
          label: COPY,
          check: { isOn: isCopying, isOneOfSeveral: false },
          onClick: () => setIsCopying(!isCopying),
        }
      : only && { label: COPY, icon: <TerminalIcon />, onClick: () => copyCurl(only) };
  return (
    // The placeholder would be a child that a menu must not have; the first entry has the focus instead.
    <Menu
      position="bottom-end"
      withArrow
      withInitialFocusPlaceholder={false}
      onClose={() => setIsCopying(false)}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {[...entries, ...(copy ? [{ ...copy, isApart: true }] : [])].map((entry) => (
          <Fragment key={entry.label}>
            {entry.isApart && <Menu.Divider />}
            <Item of={entry} isCopying={isCopying} />
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ItemProps {
  readonly of: MenuEntry;
  /** True while entries copy their calls. */
  readonly isCopying: boolean;
}

function Item({ of, isCopying }: ItemProps): JSX.Element {
  const { label, icon, onClick, file, call, check, isBad } = of;
  const copyCurl = useCopyCurl();
  if (check) {
    const Choice = check.isOneOfSeveral ? Menu.RadioItem : Menu.CheckboxItem;
    return (
      <Choice value={label} checked={check.isOn} onChange={onClick} closeMenuOnClick={check.isOneOfSeveral}>
        {label}
      </Choice>
    );
  }
  const fileLink = file && { component: 'a' as const, href: file.href, download: file.name };
  return (
    <Menu.Item
      {...fileLink}
      leftSection={isCopying && call ? <TerminalIcon /> : icon}
      disabled={isCopying && !call}
      c={isBad ? 'var(--bad)' : undefined}
      onClick={({ shiftKey }) => ((shiftKey || isCopying) && call ? copyCurl(call) : onClick?.())}
    >
      {label}
    </Menu.Item>
  );
}
