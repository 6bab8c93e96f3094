import type { DeliveryStatus } from '@signalpost/database/ledger'
import { z } from 'zod'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { optional } from '../../parameters/parameter.ts'
import { pastMoment } from '../../parameters/times.ts'

const statuses = [
  'queued',
  'applied',
  'duplicate',
  'conflict',
  'ignored',
  'dead',
] as const satisfies readonly DeliveryStatus[]

export const statusSchema = z.enum(statuses)

/** What narrows deliveries in every command that takes a filter. */
export const narrowingParameters = {
  workspace: workspaceParameter,
  type: optional('--type <type>', 'only events of this type'),
  since: optional('--since <time>', 'only received since then, ISO or relative such as 24h', pastMoment),
}
