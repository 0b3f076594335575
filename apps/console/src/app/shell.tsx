import './shell.css';
import {
  ActionIcon,
  Center,
  Group,
  Loader,
  SegmentedControl,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure, useDocumentTitle } from '@mantine/hooks';
import { KebabHorizontalIcon, MoonIcon, SearchIcon, SunIcon, ThreeBarsIcon } from '@primer/octicons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Link,
  Navigate,
  Outlet,
  useLocation,
  useNavigate,
  useParams,
  useRouterState,
} from '@tanstack/react-router';
import { lazy, Suspense, useState, type ComponentProps, type JSX } from 'react';
import { SESSION } from '../api/client';
import { make } from '../api/curl';
import { loading } from '../api/load';
import { useLiveQueries } from '../features/timeline/live';
import mark from '../ui/mark.svg';
import { useAsked } from '../ui/confirm';
import { SEARCH_KEYS, useKeys } from '../ui/keys';
import { MenuButton } from '../ui/menu-button';
import { Notices } from '../ui/notices';
import { LIST, useOtherPlace, usePlace } from '../ui/place';
import { useIsSandboxAbsent, useIsStatusPending } from '../ui/sandbox-status';
import { NotFound, SandboxNotFound, Trouble } from '../ui/trouble';
import { Chips } from './chips';
import { Navigation } from './navigation';
import { Outage } from './outage';
import { PAGES, pageAt, titleOf } from './pages';
import type { Typed } from './palette';
import { useTitleFocus } from './title-focus';
import { SandboxSwitcher } from '../features/sandboxes/sandbox-switcher';

// The first page needs none of these.
const CreateSandbox = lazy(loading(() => import('../features/sandboxes/create-sandbox')));
const FileDrop = lazy(loading(() => import('../features/snapshots/file-drop')));
const Help = lazy(loading(() => import('./help')));
const Palette = lazy(loading(() => import('./palette')));
const Question = lazy(loading(() => import('../ui/question')));
const SignIn = lazy(loading(() => import('./sign-in')));

/** The frame of every page, or the sign-in. */
export function Shell(): JSX.Element {
  const session = useQuery(SESSION);
  const queries = useQueryClient();
  const { name } = usePlace();
  if (session.isPending) return <Loading />;
  if (!session.data) return <Trouble error={session.error} what="the console" />;
  if (session.data.access === 'none')
    return (
      <Suspense fallback={<Loading />}>
        <SignIn onDone={() => void queries.invalidateQueries()} />
      </Suspense>
    );
  const { sandbox } = session.data;
  if (sandbox !== null && sandbox !== name)
    return <Navigate to="/sandboxes/$name/$mode" params={{ name: sandbox, mode: 'test' }} replace />;
  return <Frame sandboxOfKey={sandbox} hasSession={session.data.expires_at !== null} />;
}

function Loading(): JSX.Element {
  return (
    <Center h="100vh">
      <Loader aria-label="Loading" />
    </Center>
  );
}

interface FrameProps {
  readonly sandboxOfKey: string | null;
  /** Whether there is a session to end. */
  readonly hasSession: boolean;
}

function Frame({ sandboxOfKey, hasSession }: FrameProps): JSX.Element {
  const [isMenuOpen, menu] = useDisclosure();
  const [isHelpOpen, help] = useDisclosure();
  const [isCreating, creation] = useDisclosure();
  const [openings, setOpenings] = useState(0);
  const openPalette = (): void => setOpenings((count) => count + 1);
  const place = usePlace();
  const { mode } = useParams({ strict: false });
  const { pathname } = useLocation();
  const base = `/sandboxes/${place.name}/${place.mode}`;
  const path = pathname.slice(base.length);
  const shown = useRouterState({
    select: ({ resolvedLocation }) => resolvedLocation?.pathname.replace(/\/$/, ''),
  });
  useTitleFocus(shown);
  useLiveQueries(place.name, pageAt(path)?.path === '');
  useShortcuts(base, help.open, openPalette);
  useDocumentTitle(titleOf(path, place.name));
  const isAbsent = useIsSandboxAbsent();
  const isEarly = useIsStatusPending();
  const hasAsked = useFromNowOn(useAsked() !== undefined);
  const hasHelped = useFromNowOn(isHelpOpen);
  return (
    <div className="frame">
      <a className="skip" href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      <header className={place.mode === 'live' ? 'live-mode' : undefined}>
        <Link to={base} className="brand" aria-label="Tollgate">
          <img src={mark} alt="" width={20} height={20} />
          <Text component="span" fw={700} visibleFrom="sm">
            Tollgate
          </Text>
        </Link>
        <SandboxSwitcher sandboxOfKey={sandboxOfKey} onCreate={creation.open} />
        <ModeChoice />
        <SearchButton onClick={openPalette} />
        <Group gap={6} ml="auto" wrap="nowrap" visibleFrom="sm">
          <Chips />
        </Group>
        <MoreMenu hasSession={hasSession} onHelp={help.open} />
      </header>
      <div className="sidebar scrolled" data-open={isMenuOpen || undefined}>
        <Navigation base={base} current={pageAt(path)} onGo={menu.close} />
      </div>
      <main id="main" tabIndex={-1} data-shown={shown} data-early={isEarly || undefined}>
        <Group gap={6} mb={2} hiddenFrom="sm">
          <Chips />
        </Group>
        <Outage isOpening={shown !== pathname.replace(/\/$/, '')} page={pageAt(path)} />
        {mode !== place.mode ? <NotFound /> : isAbsent && path !== LIST ? <SandboxNotFound /> : <Outlet />}
      </main>
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
      <Notices />
      <Suspense fallback={null}>
        <FileDrop />
      </Suspense>
      <Suspense fallback={null}>
        {/* A question does not outlive the page that asked it. */}
        {hasAsked && <Question key={pathname} />}
        {hasHelped && <Help isOpen={isHelpOpen} onClose={help.close} />}
        {isCreating && <CreateSandbox onClose={creation.close} />}
      </Suspense>
      {openings > 0 && (
        <Search openings={openings} onCreateSandbox={sandboxOfKey === null ? creation.open : undefined} />
      )}
    </div>
  );
}

/** True once `isWanted` has been: what is loaded then stays, to close as it opened. */
function useFromNowOn(isWanted: boolean): boolean {
  const [isKept, setIsKept] = useState(isWanted);
  if (isWanted && !isKept) setIsKept(true);
  return isKept;
}

/** Addresses of pages are behind the `#`, which the link would replace. */
function skipToMain(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

function ModeChoice(): JSX.Element {
  const { name, mode } = usePlace();
  const goTo = useOtherPlace();
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
      onChange={(value) => goTo({ name, mode: value })}
    />
  );
}

function SearchButton({ onClick }: { readonly onClick: () => void }): JSX.Element {
  return (
    <>
      <UnstyledButton
        className="search-button"
        visibleFrom="md"
        onClick={onClick}
        aria-keyshortcuts="Meta+K Control+K"
      >
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

function MoreMenu({
  hasSession,
  onHelp,
}: {
  readonly hasSession: boolean;
  readonly onHelp: () => void;
}): JSX.Element {
  const { colorScheme, toggleColorScheme } = useMantineColorScheme();
  const isDark =
    colorScheme === 'dark' || (colorScheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  const queries = useQueryClient();
  const signOut = async (): Promise<void> => {
    await make({ method: 'DELETE', path: '/api/session' });
    await queries.resetQueries();
  };
  return (
    <MenuButton
      target={
        <ActionIcon variant="subtle" color="gray" aria-label="Console menu">
          <KebabHorizontalIcon />
        </ActionIcon>
      }
      entries={[
        {
          label: `Switch to ${isDark ? 'light' : 'dark'} mode`,
          icon: isDark ? <SunIcon /> : <MoonIcon />,
          onClick: toggleColorScheme,
        },
        { label: 'Keyboard shortcuts', onClick: onHelp },
        ...(hasSession ? [{ label: 'Sign out', onClick: () => void signOut() }] : []),
      ]}
    />
  );
}

function useShortcuts(base: string, openHelp: () => void, openPalette: () => void): void {
  const navigate = useNavigate();
  useKeys({
    '?': openHelp,
    '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus(),
    'mod+k': openPalette,
    ...Object.fromEntries(
      PAGES.flatMap(({ path, key }) =>
        key ? [[`g ${key}`, () => void navigate({ to: `${base}${path}` })]] : [],
      ),
    ),
  });
}

type SearchProps = Pick<ComponentProps<typeof Palette>, 'openings' | 'onCreateSandbox'>;

/** The palette. Until its field has the focus, a hidden one takes what is typed. */
function Search({ openings, onCreateSandbox }: SearchProps): JSX.Element {
  const [typed, setTyped] = useState<Typed>({ text: '', isEntered: false });
  const [ready, setReady] = useState(0);
  return (
    <>
      {ready < openings && <Typing key={openings} typed={typed} onType={setTyped} />}
      <Suspense>
        <Palette
          openings={openings}
          typed={typed}
          onType={setTyped}
          onReady={() => setReady(openings)}
          onCreateSandbox={onCreateSandbox}
        />
      </Suspense>
    </>
  );
}

function Typing({ typed, onType }: Pick<ComponentProps<typeof Palette>, 'typed' | 'onType'>): JSX.Element {
  return (
    <div role="dialog" aria-label="Search or jump to">
      <input
        className="skip"
        autoFocus
        aria-label="Search or jump to"
        value={typed.text}
        onChange={({ currentTarget: { value: text } }) => onType({ text, isEntered: false })}
        onKeyDown={({ key }) => {
          if (key === 'Enter') onType({ ...typed, isEntered: true });
        }}
      />
    </div>
  );
}
