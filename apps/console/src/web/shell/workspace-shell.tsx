import { Outlet, useBlocker, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useCallback, useContext, useState } from 'react'
import type { Answer } from '../api/call.ts'
import { type Blindness, useLive } from '../live/use-live.ts'
import { Icon } from '../parts/controls/icon.tsx'
import { Modal } from '../parts/controls/modal.tsx'
import { isHalfFilled, mayLeave } from '../parts/form/may-leave.ts'
import { showControls } from '../text/show-controls.ts'
import { Account } from './account.tsx'
import { Arrivals } from './bell/arrivals.tsx'
import { Bell } from './bell/bell.tsx'
import { Help } from './help.tsx'
import { LoginContext } from './login-context.ts'
import { Navigation } from './navigation.tsx'
import { Palette } from './palette/palette.tsx'
import { SessionGate, useSession } from './session.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { useShortcuts } from './use-shortcuts.ts'

/** What is around every page of a workspace. */
export function WorkspaceShell(): ReactNode {
  return (
    <SessionGate>
      <OfPath />
    </SessionGate>
  )
}

function OfPath(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  return <Shell orgId={orgId} />
}

/** The same around the page of the installation, beside the first workspace of the person. */
export function InstallationShell(): ReactNode {
  return (
    <SessionGate>
      <OfInstallation />
    </SessionGate>
  )
}

function OfInstallation(): ReactNode {
  const [first] = useSession().workspaces
  if (first !== undefined) return <Shell orgId={first.orgId} />
  return (
    <main className="page">
      <Outlet />
    </main>
  )
}

type Opened = 'palette' | 'help' | 'menu' | undefined

function Shell({ orgId }: { orgId: string }): ReactNode {
  const session = useSession()
  const [opened, setOpened] = useState<Opened>()
  const blindness = useLive(orgId)
  const login = useContext(LoginContext)
  const close = useCallback(() => setOpened(undefined), [])
  const openHelp = useCallback(() => setOpened('help'), [])
  const openPalette = useCallback(() => setOpened('palette'), [])
  useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && !mayLeave(),
    enableBeforeUnload: () => isHalfFilled(),
  })
  useKeptFocus()
  useShortcuts({ orgId, onHelp: openHelp, onPalette: openPalette })

  const side = (
    <>
      <button type="button" className="search-button" onClick={openPalette}>
        <Icon name="search" />
        Go to
        <kbd>Ctrl K</kbd>
      </button>
      <Navigation orgId={orgId} onNavigate={close} />
      <Account session={session} onHelp={openHelp} />
    </>
  )
  return (
    <div className="shell">
      <a className="skip" href="#page">
        Skip to the page
      </a>
      <header className="top">
        <button type="button" className="icon-button" aria-label="Pages" onClick={() => setOpened('menu')}>
          <Icon name="menu" />
        </button>
        <WorkspaceSwitch orgId={orgId} workspaces={session.workspaces} />
        <Bell orgId={orgId} />
      </header>
      <aside className="side" aria-label="Signalpost">
        <div className="side-head">
          <WorkspaceSwitch orgId={orgId} workspaces={session.workspaces} />
          <Bell orgId={orgId} />
        </div>
        {side}
      </aside>
      <main id="page" tabIndex={-1}>
        <LiveBanner blindness={blindness} />
        <div className={blindness === undefined || login !== 'open' ? 'page' : 'page stale'}>
          <Outlet />
        </div>
      </main>
      <Modal title="Signalpost" variant="side" isOpen={opened === 'menu'} onClose={close}>
        {side}
      </Modal>
      <Arrivals key={orgId} orgId={orgId} />
      <Palette orgId={orgId} isOpen={opened === 'palette'} onClose={close} />
      <Help isOpen={opened === 'help'} onClose={close} />
    </div>
  )
}

/** Says since when the page gets no answers, so that old numbers are not taken for new ones. */
function LiveBanner({ blindness }: { blindness: Blindness }): ReactNode {
  const login = useContext(LoginContext)
  if (login !== 'open') {
    return (
      <div role="status" className="banner">
        <strong>You are logged out.</strong> Data may be out of date.
      </div>
    )
  }
  if (blindness === undefined) return <div role="status" />
  const at = new Date(blindness.since).toLocaleTimeString('en-GB')
  return (
    <div role="status" className="banner">
      <strong>
        Could not reach the {blindness.why === 'store' ? 'database' : 'server'} since {at}.
      </strong>{' '}
      Data may be out of date. Retrying…
    </div>
  )
}

type Props = { orgId: string; workspaces: Answer<'GET /console/api/session'>['workspaces'] }

function WorkspaceSwitch({ orgId, workspaces }: Props): ReactNode {
  const navigate = useNavigate()
  const current = workspaces.find((workspace) => workspace.orgId === orgId)
  if (workspaces.length < 2) return <p className="workspace-name">{current?.name ?? orgId}</p>
  return (
    <select
      className="workspace-switch"
      aria-label="Workspace"
      value={orgId}
      onChange={(event) => void navigate({ to: `/w/${event.currentTarget.value}/overview` })}
    >
      {workspaces.map((workspace) => (
        <option key={workspace.orgId} value={workspace.orgId}>
          {showControls(workspace.name)}
        </option>
      ))}
    </select>
  )
}
