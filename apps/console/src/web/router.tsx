import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { NotFound } from './pages/not-found.tsx'
import { parseSearch, stringifySearch } from './search.ts'
import { Home } from './shell/session.tsx'
import { WorkspaceShell } from './shell/workspace-shell.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

const home = createRoute({ getParentRoute: () => root, path: '/', component: Home })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('./pages/login.tsx'), 'LoginPage'),
})

const oidcReturn = createRoute({
  getParentRoute: () => root,
  path: '/login/oidc',
  component: lazyRouteComponent(() => import('./pages/login-oidc.tsx'), 'OidcReturnPage'),
})

const workspace = createRoute({ getParentRoute: () => root, path: '/w/$orgId', component: WorkspaceShell })

const overview = createRoute({
  getParentRoute: () => workspace,
  path: 'overview',
  component: lazyRouteComponent(() => import('./pages/overview.tsx'), 'OverviewPage'),
})
const deliveries = createRoute({
  getParentRoute: () => workspace,
  path: 'deliveries',
  component: lazyRouteComponent(() => import('./pages/deliveries.tsx'), 'DeliveriesPage'),
})
const delivery = createRoute({
  getParentRoute: () => workspace,
  path: 'deliveries/$id',
  component: lazyRouteComponent(() => import('./pages/delivery.tsx'), 'DeliveryPage'),
})
const rejections = createRoute({
  getParentRoute: () => workspace,
  path: 'rejections',
  component: lazyRouteComponent(() => import('./pages/rejections.tsx'), 'RejectionsPage'),
})
const sources = createRoute({
  getParentRoute: () => workspace,
  path: 'sources',
  component: lazyRouteComponent(() => import('./pages/sources.tsx'), 'SourcesPage'),
})
const source = createRoute({
  getParentRoute: () => workspace,
  path: 'sources/$id',
  component: lazyRouteComponent(() => import('./pages/source.tsx'), 'SourcePage'),
})

const routeTree = root.addChildren([
  home,
  login,
  oidcReturn,
  workspace.addChildren([overview, deliveries, delivery, rejections, sources, source]),
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
})
