import { ackLatency } from './ack-latency.ts'
import { alertLatency } from './alert-latency.ts'
import { applyBacklog } from './apply-backlog.ts'
import { backfillParquet } from './backfill-parquet.ts'
import { backfillPostgres } from './backfill-postgres.ts'
import { changeCapture } from './change-capture.ts'
import { exportDeals } from './export-deals.ts'
import { freshness } from './freshness.ts'
import { intake } from './intake.ts'
import { ledgerGrowth } from './ledger-growth.ts'
import { memory } from './memory.ts'
import { pageDepth } from './page-depth.ts'
import { readOne } from './read-one.ts'
import { slowChannel } from './slow-channel.ts'
import { sustained } from './sustained.ts'
import { unmatchedRules } from './unmatched-rules.ts'
import { visible } from './visible.ts'

/** Every figure, in the order of running. */
export const figures = [
  readOne,
  pageDepth,
  exportDeals,
  intake,
  ackLatency,
  applyBacklog,
  changeCapture,
  sustained,
  visible,
  alertLatency,
  slowChannel,
  unmatchedRules,
  backfillPostgres,
  backfillParquet,
  freshness,
  memory,
  ledgerGrowth,
] as const
