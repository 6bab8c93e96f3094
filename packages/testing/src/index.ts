export { type CanonicalInput, canonicalRowOf } from './canonical-row-of.ts'
export type { SlackClick } from './click-slack-button.ts'
export { compileCache } from './compile-cache.ts'
export { type Certificate, createAuthority, createCertificate } from './create-certificate.ts'
export { createTestDatabase, type TestDatabase } from './create-test-database.ts'
export { expectLinear } from './expect-linear.ts'
export { cephAvailable, cephPackages } from './find-ceph.ts'
export { findFreePort } from './find-free-port.ts'
export { findJargon } from './find-jargon.ts'
export { findLastingPort } from './find-lasting-port.ts'
export { pgbouncerAvailable } from './find-pgbouncer.ts'
export { findProgram } from './find-program.ts'
export { redisAvailable } from './find-redis-server.ts'
export { findSlackControls, findSlackPlainTexts } from './find-slack-controls.ts'
export { findSlackFaults } from './find-slack-faults.ts'
export { foldEvents } from './fold-events.ts'
export { installEngine } from './install-engine.ts'
export { jsonbText } from './jsonb-text.ts'
export { type SentEvent, sentEvents } from './random-events.ts'
export { type MarkdownDocument, readDocuments } from './read-documents.ts'
export { type RollUp, rollUpNaively } from './roll-up-naively.ts'
export type { SlackMessage } from './slack-message.ts'
export { type CephServer, startCeph } from './start-ceph.ts'
export { type ClickHouseServer, startClickHouse } from './start-clickhouse.ts'
export { type HAProxy, haproxyAvailable, haproxyRemedy, startHAProxy } from './start-haproxy.ts'
export {
  type MailOptions,
  type MailServer,
  type MailTrouble,
  type ReceivedMail,
  startMailServer,
} from './start-mail-server.ts'
export { type OidcAccount, type OidcProvider, startOidcProvider } from './start-oidc-provider.ts'
export { type Pgbouncer, startPgbouncer } from './start-pgbouncer.ts'
export { type RandomWriters, startRandomWriters, type WriterOptions } from './start-random-writers.ts'
export { type RedisOptions, type RedisServer, startRedis } from './start-redis.ts'
export { type RedisCluster, startRedisCluster } from './start-redis-cluster.ts'
export {
  type SlackOptions,
  type SlackServer,
  type SlackTrouble,
  startSlackServer,
} from './start-slack-server.ts'
export { startTcpProxy, type TcpProxy } from './start-tcp-proxy.ts'
export {
  type ReceivedWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
  type WebhookTrouble,
} from './start-webhook-receiver.ts'
export { startWebsite, type Website } from './start-website.ts'
