import {
  ActionIcon,
  AppShell,
  Badge,
  Burger,
  Button,
  Center,
  Group,
  Loader,
  NavLink,
  Text,
  useMantineColorScheme,
  type ButtonProps,
} from '@mantine/core';
import { useDisclosure, useDocumentTitle, useHotkeys, useTimeout } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate, useRouterState } from '@tanstack/react-router';
import { useRef, type JSX } from 'react';
import { SESSION } from '../api/client';
import { make } from '../api/curl';
import { Instant } from '../parts/instant';
import { useSandboxClock } from '../parts/sandbox-clock';
import { Help } from './help';
import { PAGES, titleOf } from './pages';
import { usePlace } from './place';
import { SandboxChoice } from './sandbox-choice';
import { SignIn } from './sign-in';
import { Trouble } from './trouble';

/** The frame of every page: where one is, what time it is there, and the way elsewhere. */
export function Shell(): JSX.Element {
  const session = useQuery(SESSION);
  const queries = useQueryClient();
  if (session.isPending)
    return (
      <Center h="100vh">
        <Loader aria-label="Loading" />
      </Center>
    );
  if (session.isError) return <Trouble error={session.error} />;
  if (session.data.access === 'none') return <SignIn onDone={() => void queries.invalidateQueries()} />;
  return <Frame sandboxOfKey={session.data.sandbox} isSession={session.data.expires_at !== null} />;
}

interface FrameProps {
  readonly sandboxOfKey: string | null;
  /** Whether there is a session to end. */
  readonly isSession: boolean;
}

function Frame({ sandboxOfKey, isSession }: FrameProps): JSX.Element {
  const [isOpen, { toggle, close }] = useDisclosure();
  const place = usePlace();
  const { pathname } = useLocation();
  const base = `/sandboxes/${place.name}/${place.mode}`;
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname.replace(/\/$/, '') });
  useGoKeys(base);
  useDocumentTitle(titleOf(pathname.slice(base.length), place.name));
  return (
    <AppShell header={{ height: 56 }} navbar={{ width: 210, breakpoint: 'sm', collapsed: { mobile: !isOpen } }} padding="md">
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Menu" />
          <Text fw={700} component={Link} to={base} visibleFrom="sm" td="none" c="inherit">
            Tollgate
          </Text>
          <SandboxChoice sandboxOfKey={sandboxOfKey} />
          <ClockBadge />
          <SchemeButton />
          {isSession && <SignOutButton visibleFrom="sm" />}
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Pages" className="scrolled">
        {PAGES.map(([path, label, key]) => (
          <NavLink
            key={path}
            component={Link}
            to={`${base}${path}`}
            label={label}
            activeOptions={{ exact: path === '' }}
            active={path === '' ? pathname.replace(/\/$/, '') === base : pathname.startsWith(`${base}${path}`)}
            onClick={close}
            aria-keyshortcuts={`g ${key}`}
          />
        ))}
        <Documentation />
        {isSession && <SignOutButton hiddenFrom="sm" />}
      </AppShell.Navbar>
      <Help pages={PAGES} />
      <AppShell.Main data-shown={shown}>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

/** The page of the API's document, which is on another host. */
function Documentation(): JSX.Element | null {
  const root = useQuery({
    queryKey: ['root'],
    queryFn: () => make({ method: 'GET', path: '/' }) as Promise<{ docs_url: string }>,
    staleTime: Infinity,
  });
  if (!root.data) return null;
  return <NavLink mt="auto" label="API documentation" href={root.data.docs_url} target="_blank" rel="noreferrer" />;
}

/** The sandbox's time, where that is not the machine's. */
function ClockBadge(): JSX.Element | null {
  const { name } = usePlace();
  const clock = useSandboxClock(name, 5_000);
  if (!clock.data?.frozen) return null;
  return (
    <Badge color="blue" variant="light" visibleFrom="sm">
      frozen at <Instant at={clock.data.now} />
    </Badge>
  );
}

/** Ends the session at the control host, and forgets what was read. On a phone it is in the menu: there is no more room beside what is chosen. */
function SignOutButton(where: Pick<ButtonProps, 'visibleFrom' | 'hiddenFrom'>): JSX.Element {
  const queries = useQueryClient();
  const signOut = async (): Promise<void> => {
    await make({ method: 'DELETE', path: '/api/session' });
    await queries.resetQueries();
  };
  return (
    <Button size="compact-sm" variant="subtle" style={{ flexShrink: 0 }} onClick={() => void signOut()} {...where}>
      Sign out
    </Button>
  );
}

function SchemeButton(): JSX.Element {
  const { toggleColorScheme } = useMantineColorScheme();
  return (
    <ActionIcon variant="subtle" ml="auto" onClick={toggleColorScheme} aria-label="Light or dark">
      ◐
    </ActionIcon>
  );
}

/** How long a letter may come after `g`. */
const GO_MS = 1_500;

/** `g` and a letter lead to a page, `/` to the search of the present one. */
function useGoKeys(base: string): void {
  const navigate = useNavigate();
  const isGoing = useRef(false);
  const { start } = useTimeout(() => void (isGoing.current = false), GO_MS);
  const begin = (): void => {
    isGoing.current = true;
    start();
  };
  useHotkeys([
    ['g', begin],
    ['/', () => document.querySelector<HTMLElement>('[data-search]')?.focus()],
    ...PAGES.map(([path, , key]): [string, () => void] => [
      key,
      () => {
        if (isGoing.current) void navigate({ to: `${base}${path}` });
        isGoing.current = false;
      },
    ]),
  ]);
}
