import { alertPages } from './page-cases/alerts.ts'
import { auditPages } from './page-cases/audit.ts'
import { deliveryPages } from './page-cases/deliveries.ts'
import { installationPages } from './page-cases/installation.ts'
import { assistantPages, keyPages } from './page-cases/keys.ts'
import { listenerPages } from './page-cases/listeners.ts'
import { overviewPages } from './page-cases/overview.ts'
import type { PageCase } from './page-cases/page-case.ts'
import { peoplePages } from './page-cases/people.ts'
import { recordPages } from './page-cases/records.ts'
import { rejectionPages } from './page-cases/rejections.ts'
import { sourcePages } from './page-cases/sources.ts'
import { startPages } from './page-cases/start.ts'
import { timelinePages } from './page-cases/timeline.ts'
import { warehousePages } from './page-cases/warehouses.ts'

/** Every page of a workspace. A test opens them all, on small and wide screens, in light and dark. */
export const pageCases: readonly PageCase[] = [
  alertPages,
  overviewPages,
  listenerPages,
  deliveryPages,
  rejectionPages,
  sourcePages,
  timelinePages,
  warehousePages,
  peoplePages,
  keyPages,
  assistantPages,
  auditPages,
  installationPages,
  recordPages,
  // Last, for it shows what the others put there.
  startPages,
]
