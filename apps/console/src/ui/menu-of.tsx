import { Menu } from '@mantine/core';
import { Fragment, type JSX, type ReactNode } from 'react';
import type { PopupTarget } from './first-press';

export interface MenuEntry {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onClick?: () => void;
  /** Opens another page of the browser. */
  readonly href?: string;
  /** Below a line. */
  readonly isApart?: boolean;
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
        {entries.map(({ label, icon, onClick, href, isApart }) => (
          <Fragment key={label}>
            {isApart && <Menu.Divider />}
            {href ? (
              <Menu.Item component="a" href={href} target="_blank" rel="noreferrer">
                {label}
              </Menu.Item>
            ) : (
              <Menu.Item leftSection={icon} onClick={onClick}>
                {label}
              </Menu.Item>
            )}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
