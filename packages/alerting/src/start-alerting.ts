import {
  type ChannelServicesOptions,
  createAcknowledgeTokens,
  createChannelServices,
  createLetterSender,
  createUnsubscribeTokens,
} from '@signalpost/channels'
import { createDatabase, createSecretBox, type DueWork } from '@signalpost/database'
import { deliverToInbox, measureDispatching, suppressDisabled } from '@signalpost/database/dispatches'
import {
  type Logger,
  type MasterKeys,
  type PoolNeed,
  runPeriodically,
  runWhenWoken,
  type WakeableLoop,
  watchPool,
} from '@signalpost/runtime'
import type { Tracer } from '@signalpost/tracing'
import type { Registry } from 'prom-client'
import { createAlertMetrics } from './alert-metrics.ts'
import { createAlertSettings } from './alert-settings.ts'
import { createMessageEditor } from './edit-messages.ts'
import { advanceEscalations } from './escalating/advance-escalations.ts'
import { evaluateChanges } from './evaluating/evaluate-changes.ts'
import { expireAlerts } from './expire-alerts.ts'
import { flushDigests } from './flush-digests.ts'
import { reportTroubles } from './reporting/report-troubles.ts'
import { sendNoticeMails } from './reporting/send-notice-mails.ts'
import { giveUpAbandoned } from './sending/give-up-abandoned.ts'
import { runDispatcher } from './sending/run-dispatcher.ts'

/** The running engine that notifies channels of changes. */
export type Alerting = {
  /** Something was applied just now. */
  nudge: () => void
  /** Takes up what a look found, also of what other processes leave. */
  takeUp: (work: DueWork) => void
  /** Updates the metrics of waiting messages. */
  measure: () => Promise<void>
  /** Waits for the messages in flight. */
  stop: () => Promise<void>
}

/** The connections that the engine needs. */
export const alertConnections: PoolNeed = { least: 1, usual: 6 }

const statementTimeoutMs = 15_000
const reportIntervalMs = 5_000

type Options = {
  config: Omit<ChannelServicesOptions, 'deliverToInbox'> & {
    databaseUrl: string
    mayShareSessions?: boolean | undefined
    masterKeys: MasterKeys
    cell: string
    consoleUrl: string
  }
  maxConnections?: number
  logger: Logger
  registry: Registry
  tracer?: Tracer | undefined
  onFault: (part: string) => (error: unknown) => void
  nowMs: () => number
}

/** Uses its own connections, so applying deliveries and sending alerts do not wait for each other. */
export function startAlerting({
  config,
  maxConnections = alertConnections.usual,
  logger,
  registry,
  tracer,
  onFault,
  nowMs,
}: Options): Alerting {
  const { database, pool } = createDatabase({
    url: config.databaseUrl,
    mayShareSessions: config.mayShareSessions,
    applicationName: 'signalpost worker alerts',
    maxConnections,
    statementTimeoutMs,
    onConnectionError: onFault('alerts database'),
  })
  watchPool(registry, 'alerts', pool)
  const metrics = createAlertMetrics(registry)
  const settings = createAlertSettings({ database, logger })
  const services = createChannelServices({
    ...config,
    deliverToInbox: (delivery) => deliverToInbox(database, delivery, nowMs()),
  })
  const secretBox = createSecretBox(...config.masterKeys)
  const unsubscribeTokens = createUnsubscribeTokens(config)
  const acknowledgeTokens = createAcknowledgeTokens(config)
  let isStopping = false
  const shouldStop = (): boolean => isStopping
  const base = { database, settings, metrics, logger, nowMs, tracer }

  const dispatcher = runDispatcher(
    { ...base, services, unsubscribeTokens, acknowledgeTokens, secretBox, consoleUrl: config.consoleUrl },
    { onError: onFault('dispatch') },
  )
  const editor = createMessageEditor({
    ...{ ...base, services, secretBox, acknowledgeTokens },
    consoleUrl: config.consoleUrl,
  })
  const whenWoken = (part: string, work: () => Promise<void>): WakeableLoop =>
    runWhenWoken({ work, onError: onFault(part) })
  const edits = whenWoken('edits', editor.round)
  const evaluator = whenWoken('evaluate', async () => {
    if ((await evaluateChanges(base, { shouldStop })) === 0) return
    dispatcher.nudge()
    edits.wake()
  })
  const sweep = whenWoken('alerts sweep', async () => {
    await settings.refresh()
    await giveUpAbandoned(base)
    await database.transaction().execute((transaction) => suppressDisabled(transaction, nowMs()))
    await expireAlerts(base)
    if ((await flushDigests(base, { shouldStop })) > 0) dispatcher.nudge()
  })
  const escalator = whenWoken('escalate', async () => {
    if ((await advanceEscalations(base, { shouldStop })) > 0) dispatcher.nudge()
  })
  const letters = config.smtp && createLetterSender({ ...config.smtp, proxy: config.outgoingProxy })
  const reports = runPeriodically({
    intervalMs: reportIntervalMs,
    work: async () => {
      const { consoleUrl } = config
      await settings.refresh()
      if ((await reportTroubles({ ...base, consoleUrl, hasMail: letters !== undefined })) > 0)
        dispatcher.nudge()
      if (letters !== undefined) await sendNoticeMails({ ...base, sendLetter: letters.sendLetter })
    },
    onError: onFault('reports'),
  })
  return {
    nudge: evaluator.wake,
    takeUp: (work) => {
      if (work.hasChanges) evaluator.wake()
      if (work.hasMessages) dispatcher.nudge()
      if (work.hasEdits) edits.wake()
      if (work.hasMessages || work.hasDigests || work.hasSuppressed) sweep.wake()
      if (work.hasEscalations) escalator.wake()
    },
    measure: async () => {
      if (!isStopping) metrics.showDispatching(await measureDispatching(database, nowMs()))
    },
    stop: async () => {
      isStopping = true
      await Promise.all([evaluator, escalator, sweep, edits, dispatcher].map((part) => part.stop()))
      await reports.stop()
      letters?.close()
      await editor.settle()
      await services.close()
      await database.destroy()
    },
  }
}
