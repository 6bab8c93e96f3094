import type { StartRigs } from '../channel-rig.ts'
import { startDiscordRigs } from './discord.ts'
import { startEmailRigs } from './email.ts'
import { startHttpRigs } from './http.ts'
import { startInboxRigs } from './inbox.ts'
import { startOpsgenieRigs } from './opsgenie.ts'
import { startPagerdutyRigs } from './pagerduty.ts'
import { startSlackRigs } from './slack.ts'
import { startTeamsRigs } from './teams.ts'
import { startWebhookRigs } from './webhook.ts'

/** Real servers for every channel, in the order of the list of channels. */
export const rigStarters: readonly StartRigs[] = [
  ...[startSlackRigs, startEmailRigs, startWebhookRigs, startTeamsRigs],
  ...[startDiscordRigs, startPagerdutyRigs, startOpsgenieRigs, startHttpRigs],
  startInboxRigs,
]
