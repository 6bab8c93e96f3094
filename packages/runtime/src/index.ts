export { checkJsonContent } from './check-json-content.ts'
export { clientAddress } from './client-address.ts'
export { type CommonConfig, commonConfigSchema } from './common-config.ts'
export { ConfigError } from './config-error.ts'
export {
  databaseUrlSchema,
  hostSchema,
  masterKeySchema,
  networksSchema,
  portSchema,
  publicUrlSchema,
  redisUrlSchema,
  wholeNumberSchema,
} from './config-schemas.ts'
export { createApp } from './create-app.ts'
export { createBodyBudget } from './create-body-budget.ts'
export { createLogger, type Logger } from './create-logger.ts'
export { createMetricsRegistry } from './create-metrics-registry.ts'
export { errorHandler } from './error-handler.ts'
export type { HealthCheck } from './find-shortcomings.ts'
export { healthRoutes } from './health-routes.ts'
export { installerEnvironment } from './installer-environment.ts'
export { networkOf } from './limit-connections.ts'
export { type Listener, listen } from './listen.ts'
export { type Networks, noNetworks } from './networks.ts'
export { parseJson } from './parse-json.ts'
export { deliveryPoints, type Point, reach, syncPoints } from './reach.ts'
export { BodyCrowdedOut, type BodyReading, RequestAbandoned, readBody } from './read-body.ts'
export { readConfig } from './read-config.ts'
export { answerUnread, refuseUnread } from './refuse-unread.ts'
export { notStarted, refuseUntilStarted } from './refuse-until-started.ts'
export { requestId } from './request-id.ts'
export { type Periodic, runPeriodically } from './run-periodically.ts'
export { type ProcessContext, type Running, runProcess } from './run-process.ts'
export { type Refusal, sendError } from './send-error.ts'
export { sendJson } from './send-json.ts'
export { spellOutTls } from './spell-out-tls.ts'
export { StartError } from './start-error.ts'
export { type Startup, startWhenReady } from './start-when-ready.ts'
export { methodNotAllowed, notFound } from './unrouted.ts'
