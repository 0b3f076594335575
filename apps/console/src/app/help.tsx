import { Kbd, Modal, Table } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import type { JSX } from 'react';

/** What the keyboard does, shown by `?`. */
export function Help({ pages }: { readonly pages: readonly (readonly [path: string, label: string, key: string])[] }): JSX.Element {
  const [isOpen, { open, close }] = useDisclosure();
  useHotkeys([
    ['?', open],
    ['shift+?', open],
  ]);
  return (
    <Modal opened={isOpen} onClose={close} title="Keyboard" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Table>
        <Table.Tbody>
          <Keys keys={['?']} does="shows this" />
          <Keys keys={['/']} does="goes to the search of the page" />
          {pages.map(([, label, key]) => (
            <Keys key={key} keys={['g', key]} does={`leads to ${label}`} />
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}

function Keys({ keys, does }: { readonly keys: readonly string[]; readonly does: string }): JSX.Element {
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
