import { alertRoutes } from './alerts.ts'
import { auditRoutes } from './audit.ts'
import { deliveryRoutes } from './deliveries.ts'
import { installationRoutes } from './installation.ts'
import { jobRoutes } from './jobs.ts'
import { keyRoutes } from './keys.ts'
import { listenerRoutes } from './listeners.ts'
import { overviewRoutes } from './overview.ts'
import { peopleRoutes } from './people.ts'
import { recordRoutes } from './records.ts'
import type { RouteCase, RouteCases, Stage } from './route-case.ts'
import { sessionRoutes } from './session.ts'
import { sourceRoutes } from './sources.ts'
import { timelineRoutes } from './timeline.ts'
import { warehouseRoutes } from './warehouses.ts'

const nouns: readonly RouteCases[] = [
  sessionRoutes,
  overviewRoutes,
  listenerRoutes,
  deliveryRoutes,
  jobRoutes,
  sourceRoutes,
  timelineRoutes,
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
