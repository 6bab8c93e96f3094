import {
  type ChannelServicesOptions,
  createAcknowledgeTokens,
  createChannelServices,
  createLetterSender,
  createUnsubscribeTokens,
} from '@signalpost/channels'
import { createDatabase, createSecretBox } from '@signalpost/database'
import { measureDispatching, suppressDisabled } from '@signalpost/database/dispatches'
import {
  createWakeableLoop,
  type Logger,
  type MasterKeys,
  type PoolNeed,
  runPeriodically,
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
  /** Something was applied just now. Changes by other processes are found within 500 ms. */
  nudge: () => void
  /** Updates the metrics of waiting messages. */
  measure: () => Promise<void>
  /** Waits for the messages in flight. */
  stop: () => Promise<void>
}

/** The connections that the engine needs. */
export const alertConnections: PoolNeed = { least: 1, usual: 6 }

const statementTimeoutMs = 15_000
const evaluateIntervalMs = 500
const sweepIntervalMs = 1_000
const editIntervalMs = 500
const escalateIntervalMs = 500
const reportIntervalMs = 5_000
const intervalAfterErrorMs = 1_000

type Options = {
  config: ChannelServicesOptions & {
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
  const services = createChannelServices(config)
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
  const edits = runPeriodically({
    intervalMs: editIntervalMs,
    work: editor.round,
    onError: onFault('edits'),
  })
  const evaluator = createWakeableLoop({
    round: async () => {
      if ((await evaluateChanges(base, { shouldStop })) > 0) dispatcher.nudge()
      return evaluateIntervalMs
    },
    onError: onFault('evaluate'),
    intervalAfterErrorMs,
  })
  const escalator = runPeriodically({
    intervalMs: escalateIntervalMs,
    work: async () => {
      if ((await advanceEscalations(base, { shouldStop })) > 0) dispatcher.nudge()
    },
    onError: onFault('escalate'),
  })
  const sweep = runPeriodically({
    intervalMs: sweepIntervalMs,
    work: async () => {
      await settings.refresh()
      await giveUpAbandoned(base)
      await database.transaction().execute((transaction) => suppressDisabled(transaction, nowMs()))
      await expireAlerts(base)
      if ((await flushDigests(base, { shouldStop })) > 0) dispatcher.nudge()
    },
    onError: onFault('alerts sweep'),
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
    measure: async () => {
      if (!isStopping) metrics.showDispatching(await measureDispatching(database, nowMs()))
    },
    stop: async () => {
      isStopping = true
      await Promise.all([evaluator.stop(), escalator.stop(), sweep.stop(), edits.stop(), dispatcher.stop()])
      await reports.stop()
      letters?.close()
      await editor.settle()
      await services.close()
      await database.destroy()
    },
  }
}
