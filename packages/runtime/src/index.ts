export { backupMarkerOf, readBackupTimeMs } from './config/backup-marker.ts'
export { type ChannelApiUrls, channelApiUrls } from './config/channel-api-urls.ts'
export {
  type CommonConfig,
  commonConfigSchema,
  hasQueueApart,
  warehouseBoundsOf,
} from './config/common-config.ts'
export { ConfigError } from './config/config-error.ts'
export {
  databaseUrlSchema,
  hostSchema,
  type LogLevel,
  type MasterKeys,
  masterKeysSchema,
  networksSchema,
  portSchema,
  publicUrlSchema,
  redisUrlSchema,
  wholeNumberSchema,
} from './config/config-schemas.ts'
export type { HealthCheck } from './config/find-shortcomings.ts'
export { installerEnvironment } from './config/installer-environment.ts'
export { languageModelOf, modelsOf } from './config/models-config.ts'
export { type Networks, noNetworks } from './config/networks.ts'
export { outgoingProxyOf } from './config/proxy/outgoing-proxy-config.ts'
export { readConfig } from './config/read-config.ts'
export { fileVariableOf, secretVariables } from './config/secret-variables.ts'
export { type ConnectionShares, type PoolNeed, shareConnections } from './config/share-connections.ts'
export { spellOutTls } from './config/spell-out-tls.ts'
export { tracingOf } from './config/tracing-config.ts'
export { urlOfPort } from './config/url-of-port.ts'
export { createMetricsRegistry } from './create-metrics-registry.ts'
export { checkJsonContent } from './http/check-json-content.ts'
export { clientAddress } from './http/client-address.ts'
export { createApp } from './http/create-app.ts'
export { type AnswerFailure, createFailureAnswer, errorHandler } from './http/error-handler.ts'
export { healthRoutes } from './http/health-routes.ts'
export { createRequestObserver, type ObservedRequests, observeRequests } from './http/observe-requests.ts'
export { parseJson } from './http/parse-json.ts'
export { BodyCrowdedOut, type BodyReading, RequestAbandoned, readBody } from './http/read-body.ts'
export { requestId } from './http/request-id.ts'
export { type Refusal, sendError } from './http/send-error.ts'
export { sendJson } from './http/send-json.ts'
export { methodNotAllowed, notFound } from './http/unrouted.ts'
export { pause } from './lifecycle/pause.ts'
export { type Periodic, runPeriodically } from './lifecycle/run-periodically.ts'
export { runProcess } from './lifecycle/run-process.ts'
export type { ProcessContext, Running } from './lifecycle/running.ts'
export { StartError } from './lifecycle/start-error.ts'
export { type Startup, startWhenReady } from './lifecycle/start-when-ready.ts'
export { createWakeableLoop } from './lifecycle/wakeable-loop.ts'
export { createLogger, type Logger } from './logging/create-logger.ts'
export { watchPool } from './metrics/watch-pool.ts'
export { watchSchemaVersion } from './metrics/watch-schema-version.ts'
export { raceDeadline } from './race-deadline.ts'
export { deliveryPoints, type Point, reach, rereadPoints, searchPoints, syncPoints } from './reach.ts'
export { createBodyBudget } from './server/create-body-budget.ts'
export { networkOf } from './server/limit-connections.ts'
export { type Listener, listen } from './server/listen.ts'
export { answerUnread, refuseUnread } from './server/refuse-unread.ts'
export { notStarted, refuseUntilStarted } from './server/refuse-until-started.ts'
export { createBackoff } from './supervision/backoff.ts'
export type { SharedPort } from './supervision/supervise-serving.ts'
export { watchHeartbeats } from './supervision/watch-heartbeats.ts'
