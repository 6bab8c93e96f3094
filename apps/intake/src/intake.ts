import type { IncomingMessage } from 'node:http'
import {
  checkDatabase,
  createDatabase,
  createSecretBox,
  type Heartbeat,
  readSchemaVersion,
  rethrowExplained,
  startHeartbeat,
} from '@signalpost/database'
import {
  createRateLimiter,
  loadSources,
  loadWorkspaceSources,
  readRegistryVersion,
} from '@signalpost/database/access'
import { createBatches, storeDeliveries } from '@signalpost/database/ledger'
import { findRegisters } from '@signalpost/database/records'
import { loadChannels } from '@signalpost/database/rules'
import { createDeliveryQueue, type DeliveryQueue } from '@signalpost/queues'
import {
  clientAddress,
  createBodyBudget,
  networkOf,
  notStarted,
  type Periodic,
  type ProcessContext,
  type Running,
  reach,
  runPeriodically,
  sendError,
  serveApp,
  takeLiterally,
  watchPool,
  watchSchemaVersion,
} from '@signalpost/runtime'
import type { RequestHandler } from 'express'
import { bodyLimitsOf } from './body-limits.ts'
import { type IntakeConfig, portVariable } from './config.ts'
import { createIntakeMetrics } from './intake-metrics.ts'
import { createChannelDirectory } from './interactions/channel-directory.ts'
import { type InteractionDependencies, receiveInteraction } from './interactions/receive-interaction.ts'
import { createGatherer } from './receive/gather-deliveries.ts'
import { type ReceiveDependencies, receiveDelivery } from './receive/receive-delivery.ts'
import { takeRate } from './receive/take-rate.ts'
import { takingTypes } from './receive/taking-types.ts'
import { createRejectionExaminer } from './rejections/examine-rejections.ts'
import { createRejectionLog } from './rejections/rejection-log.ts'
import { rememberSources } from './rejections/remember-sources.ts'
import { createSourceActivity } from './sources/source-activity.ts'
import { createSourceDirectory } from './sources/source-directory.ts'

const connectTimeoutMs = 1_500
const statementTimeoutMs = 1_700
/** How long the queue may take to deliver a batch before the sweep does. */
const sweepAfterMs = 15_000
const sweepTakingAfterMs = 2_000
const sourcesIntervalMs = 1_000
const activityIntervalMs = 1_000

/** Builds the intake in order and closes its parts in reverse. */
export async function startIntake(
  config: IntakeConfig,
  { joinsOthers = false, nowMs = Date.now, ...context }: ProcessContext & { nowMs?: () => number },
): Promise<Running> {
  const { logger, registry, tracer } = context
  const metrics = createIntakeMetrics(registry)
  const onFault = (part: string) => {
    metrics.expectFaults(part)
    return (error: unknown) => {
      metrics.countFault(part)
      logger.warn({ part, err: error }, 'intake.interrupted')
    }
  }
  const { database, pool } = createDatabase({
    url: config.databaseUrl,
    mayShareSessions: config.mayShareSessions,
    applicationName: 'signalpost intake',
    maxConnections: config.connections.own,
    connectTimeoutMs,
    statementTimeoutMs,
    onConnectionError: onFault('database'),
  })
  watchPool(registry, 'own', pool)
  watchSchemaVersion(registry, () => readSchemaVersion(database))

  const sources = createSourceDirectory({
    onUnusable: (sourceId, error) => logger.error({ sourceId, err: error }, 'source.unusable'),
  })
  const channels = createChannelDirectory({
    onUnusable: (channelId, error) => logger.error({ channelId, err: error }, 'channel.unusable'),
  })
  const secretBox = createSecretBox(...config.masterKeys)
  let registryVersion: string | undefined
  const refreshSources = async (): Promise<void> => {
    const version = await readRegistryVersion(database)
    if (version === registryVersion) return
    sources.replace(await loadSources(database, secretBox))
    channels.replace(await loadChannels(database, secretBox))
    registryVersion = version
  }

  let queue: DeliveryQueue | undefined
  const nextBatch = createBatches()
  const gatherer = createGatherer({
    createBatch: () => nextBatch(nowMs()),
    store: async (requests, into) => {
      const startedAtMs = performance.now()
      const storing = storeDeliveries(pool, requests, {
        batch: into,
        dueAfterMs: (type) => (takingTypes.has(type) ? sweepTakingAfterMs : sweepAfterMs),
      })
      // Senders learn that storing failed, but not why.
      storing.catch(onFault('store'))
      const batch = await storing
      const deliveries = batch.deliveryIds.reduce((count, ids) => count + ids.length, 0)
      const durationMs = performance.now() - startedAtMs
      metrics.observeFlush(deliveries, durationMs)
      const { batchId } = batch
      logger.info(
        { batchId, requests: requests.length, deliveries, durationMs: Math.round(durationMs) },
        'batch.stored',
      )
      return batch
    },
    // The rows are durable: if enqueuing fails, the sweep finds them.
    onStored: (batchId, deliveries) => {
      queue?.add(batchId, deliveries).then(() => reach('batch.enqueued'), onFault('enqueue'))
    },
    ...(config.gatherLimits && { limits: config.gatherLimits }),
  })
  const activity = createSourceActivity(database)
  const examiner = createRejectionExaminer({
    loadSources: rememberSources({
      load: (orgId) => loadWorkspaceSources(database, secretBox, orgId),
      readVersion: () => readRegistryVersion(database),
    }),
    onError: onFault('examination'),
  })
  const rateLimiter = createRateLimiter({ database, nowMs })
  const addressOf = (request: IncomingMessage): string => clientAddress(request, config.trustedProxies)
  const bodies = {
    budget: createBodyBudget(bodyLimitsOf(config)),
    clientOf: (request: IncomingMessage) => networkOf(addressOf(request)),
  }
  metrics.watchUnfinishedBytes(bodies.budget.heldBytes)
  const { cell } = config
  const receiving: ReceiveDependencies = {
    cell,
    sources,
    activity,
    rejections: createRejectionLog(activity, examiner),
    gatherer,
    metrics,
    takeRate: ({ sourceId, ratePerMinute }) =>
      takeRate(rateLimiter, { bucket: sourceId, limit: ratePerMinute }),
    addressOf,
    bodies,
    maxBodyBytes: config.maxBodyBytes,
    nowMs,
    tracer,
  }
  const interactions: InteractionDependencies = {
    cell,
    channels,
    gatherer,
    metrics,
    findRegisters: (signal) => findRegisters(database, signal),
    bodies,
    maxBodyBytes: config.maxBodyBytes,
    nowMs,
    tracer,
  }
  const startPeriodic = (): Periodic[] => [
    runPeriodically({ intervalMs: sourcesIntervalMs, work: refreshSources, onError: onFault('sources') }),
    runPeriodically({
      intervalMs: activityIntervalMs,
      work: async () => {
        metrics.showWaiting(gatherer.waitingEvents())
        await activity.write()
      },
      onError: onFault('activity'),
    }),
  ]

  const checks = [
    { name: 'postgres', check: () => checkDatabase(database), hint: 'check DATABASE_URL and the server' },
  ]
  let periodic: Periodic[] = []
  let heartbeat: Heartbeat | undefined
  return serveApp({
    ...{ config, context, portVariable, checks },
    begin: async () => {
      // Without its sources, the intake would refuse requests that are signed correctly.
      await refreshSources().catch(rethrowExplained)
      queue = createDeliveryQueue({
        backend: config.queueBackend,
        maxConnections: config.connections.queue,
        onError: onFault('queue'),
      })
      periodic = startPeriodic()
      heartbeat = startHeartbeat({
        ...{ database, name: 'intake', connections: config.connections.total },
        onError: onFault('heartbeat'),
      })
    },
    // Until it can store, it would refuse what the others accept.
    opensLate: joinsOthers,
    limits: config.timeouts,
    handlerOf: takeLiterally,
    build: ({ app, health, startup }) => {
      // The hot route goes first, and nothing comes before it. A handler of all methods refuses the others.
      const receiveHook: RequestHandler<{ sourceId: string }> = (request, response) => {
        if (!startup.hasStarted()) return sendError(response, notStarted)
        return receiveDelivery(receiving, { sourceId: request.params.sourceId, request, response })
      }
      app.post('/hooks/:sourceId', receiveHook)
      app.all('/hooks/:sourceId', receiveHook)
      const receivePress: RequestHandler<{ channelId: string }> = (request, response) => {
        if (!startup.hasStarted()) return sendError(response, notStarted)
        return receiveInteraction(interactions, { channelId: request.params.channelId, request, response })
      }
      app.post('/slack/interactions/:channelId', receivePress)
      app.all('/slack/interactions/:channelId', receivePress)
      app.use(health)
      return async (closeListener) => {
        await closeListener()
        await gatherer.close()
        await Promise.all([heartbeat?.stop(), ...periodic.map((rounds) => rounds.stop())])
        await examiner.stop()
        await activity.write().catch(onFault('activity'))
        await queue?.close().catch(onFault('queue'))
        await database.destroy()
      }
    },
  })
}
