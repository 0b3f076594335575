import {
  BeakerIcon,
  BugIcon,
  CalendarIcon,
  ChecklistIcon,
  ClockIcon,
  CreditCardIcon,
  DeviceCameraIcon,
  GearIcon,
  KeyIcon,
  LawIcon,
  LinkIcon,
  MeterIcon,
  PaperAirplaneIcon,
  PeopleIcon,
  PlayIcon,
  PulseIcon,
  ReplyIcon,
  RocketIcon,
  StackIcon,
  TerminalIcon,
  WebhookIcon,
  ZapIcon,
  type Icon,
} from '@primer/octicons-react';
import { isId } from '../ui/kept';

export interface Page {
  /** Below the sandbox and its mode. */
  readonly path: string;
  readonly label: string;
  readonly icon: Icon;
  /** The key that leads here after `g`. */
  readonly key?: string;
  /** Other pages of this entry: its tabs and the objects that they list. */
  readonly also?: readonly string[];
}

interface PageGroup {
  readonly label: string;
  readonly pages: readonly Page[];
}

/** The navigation, and the title of every page. */
export const PAGE_GROUPS: readonly PageGroup[] = [
  {
    label: '',
    pages: [
      { path: '', label: 'Activity', icon: PulseIcon, key: 'a' },
      { path: '/payments', label: 'Payments', icon: CreditCardIcon, key: 'p' },
      { path: '/webhooks', label: 'Webhooks', icon: WebhookIcon, key: 'w' },
      { path: '/requests', label: 'API requests', icon: TerminalIcon, key: 'r' },
      { path: '/events', label: 'Events', icon: ZapIcon, key: 'e', also: ['/objects/events'] },
    ],
  },
  {
    label: 'Simulate',
    pages: [
      { path: '/clock', label: 'Clock', icon: ClockIcon, key: 'c' },
      { path: '/faults', label: 'Faults', icon: BugIcon, key: 'f' },
      { path: '/scenarios', label: 'Scenarios', icon: PlayIcon },
      { path: '/exams', label: 'Exams', icon: ChecklistIcon },
      { path: '/soaks', label: 'Soaks', icon: BeakerIcon },
      { path: '/report', label: 'Report', icon: MeterIcon },
      { path: '/snapshots', label: 'Snapshots', icon: DeviceCameraIcon },
    ],
  },
  {
    label: 'Money',
    pages: [
      {
        path: '/balance',
        label: 'Balance',
        icon: StackIcon,
        also: ['/objects/transactions', '/objects/receipts'],
      },
      {
        path: '/objects/transfers',
        label: 'Transfers',
        icon: PaperAirplaneIcon,
        also: ['/objects/recipients'],
      },
    ],
  },
  {
    label: 'Objects',
    pages: [
      { path: '/objects/customers', label: 'Customers', icon: PeopleIcon, also: ['/objects/cards'] },
      { path: '/objects/refunds', label: 'Refunds', icon: ReplyIcon },
      { path: '/objects/disputes', label: 'Disputes', icon: LawIcon },
      {
        path: '/objects/links',
        label: 'Links & checkout',
        icon: LinkIcon,
        also: ['/objects/checkout_sessions'],
      },
      { path: '/objects/schedules', label: 'Schedules', icon: CalendarIcon, also: ['/objects/occurrences'] },
      {
        path: '/objects/sources',
        label: 'Other objects',
        icon: KeyIcon,
        also: ['/objects/tokens', '/objects/linked_accounts', '/objects/chains'],
      },
    ],
  },
  {
    label: 'Sandbox',
    pages: [
      { path: '/settings', label: 'Keys & settings', icon: GearIcon, key: 's', also: ['/balance/rates'] },
      { path: '/start', label: 'Get started', icon: RocketIcon },
    ],
  },
];

export const PAGES: readonly Page[] = PAGE_GROUPS.flatMap(({ pages }) => pages);

/** The entry of the navigation that a path below the sandbox belongs to. */
export function pageAt(path: string): Page | undefined {
  const plain = path.replace(/\/$/, '');
  const lengthIn = (page: Page): number =>
    Math.max(
      ...[page.path, ...(page.also ?? [])]
        .filter((start) => (start === '' ? plain === '' : `${plain}/`.startsWith(`${start}/`)))
        .map(({ length }) => length),
    );
  // Exchange rates are a page of the settings at an address below that of the balance.
  const [best] = PAGES.filter((page) => lengthIn(page) >= 0).toSorted((a, b) => lengthIn(b) - lengthIn(a));
  return best;
}

/** The title in the browser's tab: of an object its id and its page. */
export function titleOf(path: string, sandbox: string): string {
  const page = pageAt(path);
  const last = path.split('/').at(-1) ?? '';
  return [...(isId(last) ? [last] : []), ...(page ? [page.label] : []), sandbox, 'Tollgate'].join(' · ');
}
