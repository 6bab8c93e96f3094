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

/** The filters of every command on deliveries. */
export const narrowingParameters = {
  workspace: workspaceParameter,
  source: optional('--source <id>', 'only deliveries from this source or channel'),
  type: optional('--type <type>', 'only deliveries of this event type'),
  since: optional(
    '--since <time>',
    'only deliveries received since this time, ISO or relative such as 24h',
    pastMoment,
  ),
}
