export { allApiUrls } from './all-api-urls.ts'
export { compileCache } from './compile-cache.ts'
export { createTestDatabase, type TestDatabase } from './create-test-database.ts'
export { expectLinear } from './expect-linear.ts'
export { findJargon } from './find-jargon.ts'
export { hostileSettings, setOnDatabase } from './postgres/hostile-settings.ts'
export { type OwnPostgres, startOwnPostgres } from './postgres/start-own-postgres.ts'
export { findBrowser } from './programs/find-browser.ts'
export { cephAvailable, cephPackages } from './programs/find-ceph.ts'
export { findFreePort } from './programs/find-free-port.ts'
export { findLastingPort } from './programs/find-lasting-port.ts'
export { pgbouncerAvailable } from './programs/find-pgbouncer.ts'
export { findProgram } from './programs/find-program.ts'
export { redisAvailable } from './programs/find-redis-server.ts'
export { programOf } from './programs/program-of.ts'
export { type ConnectProxy, startConnectProxy } from './proxies/start-connect-proxy.ts'
export { startTcpProxy, type TcpProxy } from './proxies/start-tcp-proxy.ts'
export { type MarkdownDocument, readDocuments } from './read-documents.ts'
export { type CanonicalInput, canonicalRowOf } from './records/canonical-row-of.ts'
export { foldEvents } from './records/fold-events.ts'
export { jsonbText } from './records/jsonb-text.ts'
export { type SentEvent, sentEvents } from './records/random-events.ts'
export { type RollUp, rollUpNaively } from './records/roll-up-naively.ts'
export { type RandomWriters, startRandomWriters, type WriterOptions } from './records/start-random-writers.ts'
export { type Answer, type Header, type RequestParts, sendRequest } from './send-request.ts'
export { type Certificate, createAuthority, createCertificate } from './servers/create-certificate.ts'
export { installEngine } from './servers/install-engine.ts'
export { type CephServer, startCeph } from './servers/start-ceph.ts'
export { type ClickHouseServer, startClickHouse } from './servers/start-clickhouse.ts'
export { type CollectedSpan, type Collector, startCollector } from './servers/start-collector.ts'
export * from './servers/start-haproxy.ts'
export {
  type MailServer,
  type ReceivedMail,
  startMailServer,
} from './servers/start-mail-server.ts'
export { type OidcAccount, type OidcProvider, startOidcProvider } from './servers/start-oidc-provider.ts'
export { type Pgbouncer, startPgbouncer } from './servers/start-pgbouncer.ts'
export { type RedisOptions, type RedisServer, startRedis } from './servers/start-redis.ts'
export { type RedisCluster, startRedisCluster } from './servers/start-redis-cluster.ts'
export {
  type ReceivedWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
  type WebhookTrouble,
} from './servers/start-webhook-receiver.ts'
export { startWebsite, type Website } from './servers/start-website.ts'
export * from './slack/index.ts'
export { waitUntil } from './wait-until.ts'
