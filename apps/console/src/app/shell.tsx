import {
  ActionIcon,
  AppShell,
  Center,
  Group,
  Loader,
  Menu,
  SegmentedControl,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure, useDocumentTitle, useTimeout } from '@mantine/hooks';
import { ModalsProvider } from '@mantine/modals';
import { KebabHorizontalIcon, MoonIcon, SearchIcon, SunIcon, ThreeBarsIcon } from '@primer/octicons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useLocation, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState, type JSX } from 'react';
import { SESSION } from '../api/client';
import { make } from '../api/curl';
import { SEARCH_KEYS, useKeys } from '../ui/keys';
import { Trouble } from '../ui/trouble';
import { Chips } from './chips';
import { Help } from './help';
import { useLiveQueries } from './live';
import { Navigation } from './navigation';
import { PAGES, pageAt, titleOf } from './pages';
import { usePlace } from './place';
import { SandboxSwitcher } from './sandbox-switcher';
import { SignIn } from './sign-in';

const Palette = lazy(() => import('./palette'));

/** The frame of every page, or the sign-in. */
export function Shell(): JSX.Element {
  const session = useQuery(SESSION);
  const queries = useQueryClient();
  const { name } = usePlace();
  if (session.isPending)
    return (
      <Center h="100vh">
        <Loader aria-label="Loading" />
      </Center>
    );
  if (!session.data) return <Trouble error={session.error} what="the console" />;
  if (session.data.access === 'none') return <SignIn onDone={() => void queries.invalidateQueries()} />;
  const { sandbox } = session.data;
  if (sandbox !== null && sandbox !== name)
    return <Navigate to="/sandboxes/$name/$mode" params={{ name: sandbox, mode: 'test' }} replace />;
  return <Frame sandboxOfKey={sandbox} hasSession={session.data.expires_at !== null} />;
}

interface FrameProps {
  readonly sandboxOfKey: string | null;
  /** Whether there is a session to end. */
  readonly hasSession: boolean;
}

function Frame({ sandboxOfKey, hasSession }: FrameProps): JSX.Element {
  const [isMenuOpen, menu] = useDisclosure();
  const [isHelpOpen, help] = useDisclosure();
  const [openings, setOpenings] = useState(0);
  const openPalette = (): void => setOpenings((count) => count + 1);
  const place = usePlace();
  const { pathname } = useLocation();
  const base = `/sandboxes/${place.name}/${place.mode}`;
  const path = pathname.slice(base.length);
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname.replace(/\/$/, '') });
  useLiveQueries(place.name, pageAt(path)?.path === '');
  useShortcuts(base, help.open, openPalette);
  useDocumentTitle(titleOf(path, place.name));
  return (
    <ModalsProvider>
      <AppShell
        header={{ height: 48 }}
        footer={{ height: { base: 56, sm: 0 } }}
        navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
        padding={{ base: 'sm', sm: 'md' }}
      >
        <a className="skip" href="#main" onClick={skipToMain}>
          Skip to content
        </a>
        <AppShell.Header className={place.mode === 'live' ? 'live-mode' : undefined}>
          <Group h="100%" px="sm" gap="xs" wrap="nowrap">
            <Text fw={700} component={Link} to={base} visibleFrom="sm" td="none" c="inherit" mr="xs">
              Tollgate
            </Text>
            <SandboxSwitcher sandboxOfKey={sandboxOfKey} />
            <ModeChoice />
            <SearchButton onClick={openPalette} />
            <Group gap={6} ml="auto" wrap="nowrap" visibleFrom="sm">
              <Chips />
            </Group>
            <MoreMenu hasSession={hasSession} onHelp={help.open} />
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="xs" className="scrolled">
          <Navigation base={base} current={pageAt(path)} onGo={menu.close} />
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1} data-shown={shown}>
          <Group gap={6} mb="xs" hiddenFrom="sm">
            <Chips />
          </Group>
          <Outlet />
        </AppShell.Main>
        <AppShell.Footer hiddenFrom="sm">
          <nav className="bottom-bar" aria-label="Main pages">
            {PAGES.filter(({ path: to }) => ['', '/payments', '/webhooks', '/clock'].includes(to)).map(
              ({ path: to, label, icon: Icon }) => (
                <Link key={to} to={`${base}${to}`} activeOptions={{ exact: to === '' }} onClick={menu.close}>
                  <Icon />
                  {label}
                </Link>
              ),
            )}
            <UnstyledButton onClick={menu.toggle} aria-expanded={isMenuOpen}>
              <ThreeBarsIcon />
              More
            </UnstyledButton>
          </nav>
        </AppShell.Footer>
        <Help isOpen={isHelpOpen} onClose={help.close} />
        {openings > 0 && (
          <Suspense fallback={null}>
            <Palette openings={openings} />
          </Suspense>
        )}
      </AppShell>
    </ModalsProvider>
  );
}

/** Addresses of pages are behind the `#`, which the link would replace. */
function skipToMain(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

function ModeChoice(): JSX.Element {
  const { name, mode } = usePlace();
  const navigate = useNavigate();
  return (
    <SegmentedControl
      aria-label="Mode"
      size="xs"
      style={{ flexShrink: 0 }}
      data={[
        { value: 'test', label: 'Test' },
        { value: 'live', label: 'Live' },
      ]}
      value={mode}
      onChange={(value) => void navigate({ to: '/sandboxes/$name/$mode', params: { name, mode: value } })}
    />
  );
}

function SearchButton({ onClick }: { readonly onClick: () => void }): JSX.Element {
  return (
    <>
      <UnstyledButton className="search-button" visibleFrom="md" onClick={onClick} aria-keyshortcuts="Meta+K Control+K">
        <SearchIcon size={14} /> Search or jump to…
        <kbd>{SEARCH_KEYS}</kbd>
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        hiddenFrom="md"
        onClick={onClick}
        aria-label="Search or jump to…"
        ml={{ base: 'auto', sm: 0 }}
      >
        <SearchIcon />
      </ActionIcon>
    </>
  );
}

function MoreMenu({ hasSession, onHelp }: { readonly hasSession: boolean; readonly onHelp: () => void }): JSX.Element {
  const { colorScheme, toggleColorScheme } = useMantineColorScheme();
  const isDark = colorScheme === 'dark' || (colorScheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  const queries = useQueryClient();
  const root = useQuery({
    queryKey: ['root'],
    queryFn: () => make({ method: 'GET', path: '/' }) as Promise<{ docs_url: string }>,
    staleTime: Infinity,
  });
  const signOut = async (): Promise<void> => {
    await make({ method: 'DELETE', path: '/api/session' });
    await queries.resetQueries();
  };
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Console menu">
          <KebabHorizontalIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={isDark ? <SunIcon /> : <MoonIcon />} onClick={toggleColorScheme}>
          Switch to {isDark ? 'light' : 'dark'} mode
        </Menu.Item>
        <Menu.Item onClick={onHelp}>Keyboard shortcuts</Menu.Item>
        {root.data && (
          <Menu.Item component="a" href={root.data.docs_url} target="_blank" rel="noreferrer">
            API reference ↗
          </Menu.Item>
        )}
        {hasSession && <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Time for the letter of a page after `g`. */
const GO_MS = 1_500;

function useShortcuts(base: string, openHelp: () => void, openPalette: () => void): void {
  const navigate = useNavigate();
  const isGoing = useRef(false);
  const { start } = useTimeout(() => void (isGoing.current = false), GO_MS);
  const goTo = (path: string) => (): void => {
    if (isGoing.current) void navigate({ to: `${base}${path}` });
    isGoing.current = false;
  };
  useKeys({
    '?': openHelp,
    '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus(),
    g: () => {
      isGoing.current = true;
      start();
    },
    'mod+k': openPalette,
    ...Object.fromEntries(PAGES.flatMap(({ path, key }) => (key ? [[key, goTo(path)]] : []))),
  });
}
