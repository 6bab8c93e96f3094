import type { Database, DatabasePool, SecretBox } from '@signalpost/database'
import {
  openPersonalKey,
  openWarehouseSecrets,
  readSourceIdentity,
  recordRun,
  settleWarehouse,
  type WarehouseLease,
  type WarehouseRun,
} from '@signalpost/database/warehouses'
import { retryDelayMs, retryPolicies } from '@signalpost/domain'
import type { OutgoingProxy } from '@signalpost/outgoing'
import type { Tracer } from '@signalpost/tracing'
import {
  type Fault,
  librariesOf,
  tightestBounds,
  type WarehouseBounds,
  type WarehouseKind,
  warehouseKinds,
  wrapTarget,
} from '@signalpost/warehouses'
import { withFills } from '../history/fill.ts'
import { askWarehouse, WarehouseError } from '../warehouse-error.ts'
import { keepLease } from './keep-lease.ts'
import { createScratch } from './scratch.ts'
import {
  type BatchLimits,
  defaultLimits,
  type RunTally,
  type SyncProgress,
  type TableRewrite,
  type WarehouseWork,
  WorkInterrupted,
} from './warehouse-work.ts'

/** What work on warehouses needs. */
export type SyncDependencies = {
  database: Database
  /** The connections of `database`, out of which batches are copied. */
  pool: DatabasePool
  /** Opens the secrets of the warehouse. */
  secretBox: SecretBox
  /** All kinds by default. */
  kinds?: readonly WarehouseKind[]
  /** The directory into which `warehouse install` installs libraries. */
  dataDir: string
  /** The proxy through which warehouses outside of the operator's network are reached. */
  outgoingProxy?: OutgoingProxy | undefined
  /** What warehouses reach that were created over HTTP; public addresses alone by default. */
  warehouseBounds?: WarehouseBounds | undefined
  /** 50,000 rows and 32 MiB by default. */
  limits?: BatchLimits
  tracer?: Tracer | undefined
}

/**
 * What the work is for. A sync or a backfill ends when the warehouse is paused; the others run while it is paused. A
 * comparison and a look open the warehouse read-only. A look and a removal are not listed among the runs.
 */
export type WorkPurpose = 'sync' | 'backfill' | 'repair' | 'comparison' | 'look' | 'removal'

export type WorkOptions = {
  /** Ends the work after the batch in flight. */
  signal?: AbortSignal | undefined
  onProgress?: ((progress: SyncProgress) => void) | undefined
  onRewrite?: ((rewrite: TableRewrite) => void) | undefined
}

const afterOwnFaultMs = 5_000
const policies = {
  retry: retryPolicies.warehouse,
  throttle: retryPolicies.throttledWarehouse,
  configuration: retryPolicies.misconfiguredWarehouse,
  // So many refused rows that the table is at fault.
  data: retryPolicies.refusedRow,
} as const satisfies Record<Fault, unknown>

/**
 * Opens a leased warehouse, runs `work` on it, and gives the lease back. Records the run and its outcome. A WarehouseError
 * makes the warehouse degraded until later work succeeds, and delays the next sync by the policy of its fault.
 *
 * @throws WarehouseError if the warehouse, its secrets or its kind fail; and whatever else `work` throws
 */
export async function workOnWarehouse<Result>(
  dependencies: SyncDependencies,
  lease: WarehouseLease,
  work: (warehouse: WarehouseWork) => Promise<Result>,
  { signal, onProgress, onRewrite, purpose = 'sync' }: WorkOptions & { purpose?: WorkPurpose },
): Promise<Result> {
  const { database, pool, limits = defaultLimits, tracer } = dependencies
  const isSync = purpose === 'sync' || purpose === 'backfill'
  const kept = keepLease(database, lease, { allowsPaused: !isSync })
  const tally: RunTally = { rows: 0, rejected: 0, comparison: null }
  const startedAtMs = performance.now()
  const settle = (outcome: Parameters<typeof settleWarehouse>[1]['outcome']) =>
    settleWarehouse(database, { ...lease, outcome })
  const record = async (outcome: WarehouseRun['outcome'], error: string | null = null): Promise<void> => {
    const isIdle = purpose === 'sync' && outcome !== 'failed' && tally.rows + tally.rejected === 0
    if (purpose === 'removal' || purpose === 'look' || isIdle) return
    const { warehouseId } = lease
    const durationMs = performance.now() - startedAtMs
    await recordRun(database, { warehouseId, purpose, outcome, durationMs, error, ...tally })
  }
  try {
    const source = await readSourceIdentity(database)
    const result = await withTarget(
      dependencies,
      {
        lease,
        isReadOnly: purpose === 'comparison' || purpose === 'look',
        isCompared: purpose === 'comparison' || purpose === 'repair',
      },
      (opened) =>
        work({
          ...opened,
          database,
          pool,
          lease,
          limits,
          tracer,
          onProgress,
          onRewrite,
          source,
          tally,
          signal: AbortSignal.any([kept.lost, ...(signal === undefined ? [] : [signal])]),
        }),
    )
    await record('done')
    await settle(isSync ? { result: 'synced', isOpened: true } : { result: 'compared' })
    return result
  } catch (error) {
    if (error instanceof WarehouseError) {
      const retryMs = retryDelayMs(policies[error.fault], lease.failures + 1)
      await record('failed', error.message)
      await settle({ result: 'failed', error: error.message, retryMs })
    } else {
      const retryMs = error instanceof WorkInterrupted ? 0 : afterOwnFaultMs
      // Where the database is away, the lease ends by itself.
      await record('interrupted').catch(() => undefined)
      await settle({ result: 'interrupted', retryMs }).catch(() => undefined)
    }
    throw error
  } finally {
    await kept.stop()
  }
}

async function withTarget<Result>(
  {
    database,
    secretBox,
    kinds = warehouseKinds,
    dataDir,
    outgoingProxy: proxy,
    warehouseBounds = tightestBounds,
  }: SyncDependencies,
  {
    lease: { warehouseId, orgId, kind: name, settings, hasBounds },
    isReadOnly,
    isCompared,
  }: { lease: WarehouseLease; isReadOnly: boolean; isCompared: boolean },
  work: (
    opened: Pick<WarehouseWork, 'target' | 'losses' | 'readsParts' | 'directory' | 'personalKey'>,
  ) => Promise<Result>,
): Promise<Result> {
  const kind = kinds.find((one) => one.kind === name)
  if (kind === undefined) {
    throw new WarehouseError('configuration', `This version does not support warehouses of the kind ${name}.`)
  }
  const secrets = await openWarehouseSecrets(database, secretBox, { warehouseId })
  const personalKey = await openPersonalKey(database, secretBox, { warehouseId })
  if (secrets === undefined || personalKey === undefined) {
    throw new WarehouseError(
      'configuration',
      'Another SIGNALPOST_MASTER_KEY sealed the secrets of the warehouse: set that one, or create the warehouse again.',
    )
  }
  const place = { kind, secrets }
  const scratch = await createScratch()
  try {
    const libraries = librariesOf(dataDir)
    const bounds = hasBounds ? warehouseBounds : undefined
    const reached = await askWarehouse(place, () =>
      kind.open({
        ...{ orgId, settings, secrets, scratch: scratch.target, libraries, proxy, bounds },
        ...{ isReadOnly, isCompared },
      }),
    )
    const target = withFills(wrapTarget(reached, (call) => askWarehouse(place, call)))
    const opened = {
      target,
      losses: kind.losses,
      readsParts: kind.readsParts ?? false,
      directory: scratch.batches,
      personalKey: personalKey ?? undefined,
    }
    const result = await work(opened).catch(async (error: unknown) => {
      // The error that ended the work says more than one from here.
      await target.close().catch(() => undefined)
      throw error
    })
    // Some kinds write the files for readers last.
    await target.close()
    return result
  } finally {
    await scratch.remove()
  }
}
