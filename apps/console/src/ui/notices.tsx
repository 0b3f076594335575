import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import type { JSX } from 'react';

/** Shows notifications. */
export default function Notices(): JSX.Element {
  return <Notifications position="bottom-right" limit={4} />;
}
