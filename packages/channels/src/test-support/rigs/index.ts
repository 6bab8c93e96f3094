import type { StartRigs } from '../channel-rig.ts'
import { startEmailRigs } from './email.ts'
import { startSlackRigs } from './slack.ts'
import { startWebhookRigs } from './webhook.ts'

/** Real servers for every channel, in the order of the list of channels. */
export const rigStarters: readonly StartRigs[] = [startSlackRigs, startEmailRigs, startWebhookRigs]
