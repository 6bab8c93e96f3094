export { listenLocally } from './listen-locally.ts'
export {
  type DiscordServer,
  findDiscordTexts,
  startDiscordServer,
} from './start-discord-server.ts'
export {
  findOpsgenieTexts,
  type OpsgenieServer,
  startOpsgenieServer,
} from './start-opsgenie-server.ts'
export {
  findPagerdutyTexts,
  type PagerdutyServer,
  startPagerdutyServer,
} from './start-pagerduty-server.ts'
export { type Service, startService } from './start-service.ts'
export { findTeamsTexts, startTeamsServer, type TeamsServer } from './start-teams-server.ts'
