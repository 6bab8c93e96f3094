import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
} from '@tanstack/react-router'
import { NotFound, NotFoundPage } from './pages/not-found.tsx'
import { sections } from './sections.ts'
import { Home } from './shell/session.tsx'
import { InstallationShell, WorkspaceShell } from './shell/workspace-shell.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

const home = createRoute({ getParentRoute: () => root, path: '/', component: Home })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('./pages/login/login.tsx'), 'LoginPage'),
})

const oidcReturn = createRoute({
  getParentRoute: () => root,
  path: '/login/oidc',
  component: lazyRouteComponent(() => import('./pages/login/login-oidc.tsx'), 'OidcReturnPage'),
})

const authorize = createRoute({
  getParentRoute: () => root,
  path: '/authorize/$id',
  component: lazyRouteComponent(() => import('./pages/authorize/authorize.tsx'), 'AuthorizePage'),
})

const deviceCode = createRoute({
  getParentRoute: () => root,
  path: '/device',
  component: lazyRouteComponent(() => import('./pages/device/device.tsx'), 'DevicePage'),
})

const device = createRoute({
  getParentRoute: () => root,
  path: '/device/$code',
  component: lazyRouteComponent(() => import('./pages/device/device.tsx'), 'DevicePage'),
})

const installation = createRoute({
  getParentRoute: () => root,
  path: '/installation',
  component: InstallationShell,
  notFoundComponent: NotFoundPage,
})

const installationPage = createRoute({
  getParentRoute: () => installation,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/installation/installation.tsx'), 'InstallationPage'),
})

const workspace = createRoute({
  getParentRoute: () => root,
  path: '/w/$orgId',
  component: WorkspaceShell,
  notFoundComponent: NotFoundPage,
})

const workspaceHome = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  component: () => <Navigate from="/w/$orgId" to="/w/$orgId/overview" replace />,
})

const pages = sections.flatMap((section) => {
  const { path, frame } = section
  const entries = Object.entries(section.pages)
  const isFramed = (below: string): boolean => frame?.around.includes(below) === true
  const below = <Parent extends AnyRoute>(parent: Parent, [name, component]: (typeof entries)[number]) =>
    createRoute({ getParentRoute: () => parent, path: name === '' ? path : `${path}/${name}`, component })
  const outside = entries.filter(([name]) => !isFramed(name)).map((entry) => below(workspace, entry))
  if (frame === undefined) return outside
  const around = createRoute({
    getParentRoute: () => workspace,
    id: `around-${path}`,
    component: frame.component,
  })
  const inside = entries.filter(([name]) => isFramed(name)).map((entry) => below(around, entry))
  return [...outside, around.addChildren(inside)]
})

const routeTree = root.addChildren([
  home,
  login,
  oidcReturn,
  authorize,
  deviceCode,
  device,
  installation.addChildren([installationPage]),
  workspace.addChildren([workspaceHome, ...pages]),
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

/** Filters in an address are plain text under the names of the API and the CLI; nothing is encoded as JSON. */
function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value] as [string, string]] : [],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}
