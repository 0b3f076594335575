import { Anchor, Kbd, Modal, Table } from '@mantine/core';
import type { JSX } from 'react';
import { SEARCH_KEYS } from '../ui/keys';
import { PAGES } from './pages';

interface HelpProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The keyboard shortcuts, shown by `?`. */
export default function Help({ isOpen, onClose }: HelpProps): JSX.Element {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Keyboard shortcuts"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Table>
        <Table.Tbody>
          <Shortcut keys={['?']} does="Show shortcuts" />
          <Shortcut keys={[SEARCH_KEYS]} does="Search or jump to a page" />
          <Shortcut keys={['/']} does="Focus the filter" />
          <Shortcut keys={['j', 'k', 'Enter']} does="Next row, previous row, open" />
          <Shortcut keys={['x']} does="Select the row" />
          <Shortcut keys={['y']} does="Copy the ID" />
          <Shortcut keys={['Esc']} does="Close the inspector" />
          <Shortcut keys={['Shift', 'click']} does="Copy the call of a button as cURL" />
          <Shortcut keys={['n']} does="Focus the notification" />
          {PAGES.flatMap(({ key, label }) =>
            key ? [<Shortcut key={key} keys={[`g ${key}`]} does={`Go to ${label}`} />] : [],
          )}
        </Table.Tbody>
      </Table>
      <Anchor href="/docs" target="_blank">
        Control API reference
      </Anchor>
    </Modal>
  );
}

function Shortcut({ keys, does }: { readonly keys: readonly string[]; readonly does: string }): JSX.Element {
  return (
    <Table.Tr>
      <Table.Td>
        {keys.map((key) => (
          <Kbd key={key} mr={4}>
            {key}
          </Kbd>
        ))}
      </Table.Td>
      <Table.Td>{does}</Table.Td>
    </Table.Tr>
  );
}
