import { Menu } from '@mantine/core';
import { Fragment, type JSX, type ReactNode } from 'react';
import type { ControlCall } from '../api/curl';
import { useCopyCurl } from './curl';
import type { PopupTarget } from './first-press';

export interface MenuEntry {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onClick?: () => void;
  /** The call that it makes, which a click with Shift copies as a command. */
  readonly call?: ControlCall;
  /** Below a line. */
  readonly isApart?: boolean;
  /** A choice, marked when it is on. The menu stays open for more of them, but not for one of several. */
  readonly check?: { readonly isOn: boolean; readonly isOneOfSeveral: boolean };
}

export default function MenuOf({
  target,
  entries,
}: {
  readonly target: PopupTarget;
  readonly entries: readonly MenuEntry[];
}): JSX.Element {
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry) => (
          <Fragment key={entry.label}>
            {entry.isApart && <Menu.Divider />}
            <Item of={entry} />
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Item({ of: { label, icon, onClick, call, check } }: { readonly of: MenuEntry }): JSX.Element {
  const copyCurl = useCopyCurl();
  if (check) {
    const Choice = check.isOneOfSeveral ? Menu.RadioItem : Menu.CheckboxItem;
    return (
      <Choice value={label} checked={check.isOn} onChange={onClick} closeMenuOnClick={check.isOneOfSeveral}>
        {label}
      </Choice>
    );
  }
  return (
    <Menu.Item
      leftSection={icon}
      onClick={({ shiftKey }) => (shiftKey && call ? copyCurl(call) : onClick?.())}
    >
      {label}
    </Menu.Item>
  );
}
