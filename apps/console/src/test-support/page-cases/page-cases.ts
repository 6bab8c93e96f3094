import { alertPages } from './alerts.ts'
import { auditPages } from './audit.ts'
import { deliveryPages } from './deliveries.ts'
import { installationPages } from './installation.ts'
import { keyPages } from './keys.ts'
import { listenerPages } from './listeners.ts'
import { overviewPages } from './overview.ts'
import type { PageCase } from './page-case.ts'
import { peoplePages } from './people.ts'
import { recordPages } from './records.ts'
import { rejectionPages } from './rejections.ts'
import { sourcePages } from './sources.ts'
import { timelinePages } from './timeline.ts'
import { warehousePages } from './warehouses.ts'

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
  auditPages,
  installationPages,
  recordPages,
]
