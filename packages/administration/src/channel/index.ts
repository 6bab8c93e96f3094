import { createChannelAct } from './create-channel.ts'
import { editChannelAct } from './edit-channel.ts'
import { liftSuppressionAct, listAddressesRead } from './lift-suppression.ts'
import { getChannelLookup, listChannelsRead } from './list-channels.ts'
import { mapChannelUsersAct } from './map-users.ts'
import { pauseChannelAct, resumeChannelAct, setChannelPauseChoice } from './pause-channel.ts'
import { getChannelRead, listAttemptsRead } from './read-channel.ts'
import { findRotationIssue, rotateChannelAct } from './rotate-channel.ts'
import { disableChannelAct, enableChannelAct, switchChannelChoice } from './switch-channel.ts'
import { checkChannelRead } from './trying/check-channel.ts'
import { previewChannelRead } from './trying/preview-channel.ts'
import { testChannelAct } from './trying/test-channel.ts'
import { testDraftAct } from './trying/test-draft.ts'

export type { ChannelUrlServices } from './check-urls.ts'
export { sealStoredUrls } from './seal-stored-urls.ts'
export type { ChannelActServices } from './trying/test-channel.ts'
export { createChannelAct, editChannelAct, findRotationIssue, getChannelLookup, rotateChannelAct }

export const channelOperations = [
  ...[listChannelsRead, checkChannelRead, previewChannelRead, testDraftAct],
  ...[createChannelAct, editChannelAct, testChannelAct],
  ...[disableChannelAct, enableChannelAct, switchChannelChoice, mapChannelUsersAct, rotateChannelAct],
  ...[pauseChannelAct, resumeChannelAct, setChannelPauseChoice, listAddressesRead, liftSuppressionAct],
] as const

/** What no command shows. */
export const channelPages = [getChannelRead, listAttemptsRead] as const
