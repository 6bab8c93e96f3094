export type { SlackClick } from './click-slack-button.ts'
export { type Certificate, createAuthority, createCertificate } from './create-certificate.ts'
export { createTestDatabase, type TestDatabase } from './create-test-database.ts'
export { findFreePort } from './find-free-port.ts'
export { redisAvailable } from './find-redis-server.ts'
export { findSlackControls, findSlackPlainTexts } from './find-slack-controls.ts'
export { findSlackFaults } from './find-slack-faults.ts'
export { foldEvents } from './fold-events.ts'
export { type SentEvent, sentEvents } from './random-events.ts'
export { type RollUp, rollUpNaively } from './roll-up-naively.ts'
export {
  type MailOptions,
  type MailServer,
  type MailTrouble,
  type ReceivedMail,
  startMailServer,
} from './start-mail-server.ts'
export { type RedisOptions, type RedisServer, startRedis } from './start-redis.ts'
export { type RedisCluster, startRedisCluster } from './start-redis-cluster.ts'
export {
  type SlackMessage,
  type SlackOptions,
  type SlackServer,
  type SlackTrouble,
  startSlackServer,
} from './start-slack-server.ts'
export {
  type ReceivedWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
  type WebhookTrouble,
} from './start-webhook-receiver.ts'
