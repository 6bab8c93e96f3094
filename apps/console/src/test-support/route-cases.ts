import { alertRoutes } from './route-cases/alerts.ts'
import { auditRoutes } from './route-cases/audit.ts'
import { deliveryRoutes } from './route-cases/deliveries.ts'
import { installationRoutes } from './route-cases/installation.ts'
import { jobRoutes } from './route-cases/jobs.ts'
import { keyRoutes } from './route-cases/keys.ts'
import { listenerRoutes } from './route-cases/listeners.ts'
import { overviewRoutes } from './route-cases/overview.ts'
import { peopleRoutes } from './route-cases/people.ts'
import { recordRoutes } from './route-cases/records.ts'
import type { RouteCase, RouteCases, Stage } from './route-cases/route-case.ts'
import { sessionRoutes } from './route-cases/session.ts'
import { sourceRoutes } from './route-cases/sources.ts'
import { warehouseRoutes } from './route-cases/warehouses.ts'

const nouns: readonly RouteCases[] = [
  sessionRoutes,
  overviewRoutes,
  listenerRoutes,
  deliveryRoutes,
  jobRoutes,
  sourceRoutes,
  warehouseRoutes,
  recordRoutes,
  alertRoutes,
  peopleRoutes,
  keyRoutes,
  auditRoutes,
  installationRoutes,
]

/** One case for each route, by its operation. */
export async function createRouteCases(stage: Stage): Promise<Record<string, RouteCase>> {
  const cases: Record<string, RouteCase> = {}
  for (const noun of nouns) Object.assign(cases, await noun(stage))
  return cases
}
