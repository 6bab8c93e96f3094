export {
  type ChannelSecrets,
  openChannelSecrets,
  rotateChannelSecrets,
  type ValidChannelSecrets,
} from './channel-secrets.ts'
export { type ChannelUser, mapChannelUsers } from './channel-users.ts'
export {
  createChannel,
  getChannel,
  listChannels,
  type StoredChannel,
  setChannelEnabled,
  suppressWaiting,
  switchChannel,
} from './channels.ts'
export { type LoadedChannel, loadChannels } from './load-channels.ts'
export {
  createRule,
  deleteRule,
  editRule,
  getRule,
  listRules,
  type StoredRule,
  setRuleEnabled,
} from './rules.ts'
export type { ChannelState } from './rules-tables.ts'
export {
  createSilence,
  endSilence,
  getSilence,
  listSilences,
  listStandingSilences,
  type StoredSilence,
} from './silences.ts'
export { listSuppressedAddresses, suppressAddress } from './suppressed-addresses.ts'
