import { alertRoutes } from './route-cases/alerts.ts'
import { assistantRoutes } from './route-cases/assistants.ts'
import { auditRoutes } from './route-cases/audit.ts'
import { installationRoutes } from './route-cases/installation.ts'
import { listenerRoutes } from './route-cases/listeners.ts'
import { operationRoutes } from './route-cases/operations.ts'
import { overviewRoutes } from './route-cases/overview.ts'
import { recordRoutes } from './route-cases/records.ts'
import type { RouteCase, RouteCases, Stage } from './route-cases/route-case.ts'
import { sessionRoutes } from './route-cases/session.ts'

const nouns: readonly RouteCases[] = [
  operationRoutes,
  sessionRoutes,
  overviewRoutes,
  listenerRoutes,
  recordRoutes,
  alertRoutes,
  assistantRoutes,
  auditRoutes,
  installationRoutes,
]

/** One case for each route, by its operation. */
export async function createRouteCases(stage: Stage): Promise<Record<string, RouteCase>> {
  const cases: Record<string, RouteCase> = {}
  for (const noun of nouns) Object.assign(cases, await noun(stage))
  return cases
}
