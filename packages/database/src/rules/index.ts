export type { ChannelState } from '../tables.ts'
export {
  type ChannelSecrets,
  openChannelSecrets,
  replaceChannelSecrets,
  rotateChannelSecrets,
  type ValidChannelSecrets,
} from './channel-secrets.ts'
export { type ChannelUser, listChannelUsers, mapChannelUsers } from './channel-users.ts'
export {
  createChannel,
  disabledByOperator,
  editChannel,
  getChannel,
  listChannels,
  replaceChannelSettings,
  type StoredChannel,
  setChannelEnabled,
  setChannelPause,
  suppressWaiting,
  switchChannel,
} from './channels.ts'
export {
  checkSteps,
  createEscalation,
  editEscalation,
  endEscalation,
  getEscalation,
  listEscalations,
  listStandingEscalations,
  type StoredEscalation,
} from './escalations.ts'
export { type LoadedChannel, loadChannels } from './load-channels.ts'
export {
  createRule,
  deleteRule,
  editRule,
  getRule,
  listRules,
  lockRules,
  type StoredRule,
  setRuleEnabled,
} from './rules.ts'
export * from './silences.ts'
export {
  findSubscription,
  liftSuppression,
  listSuppressedAddresses,
  type SubscriptionState,
  type SuppressedAddress,
  subscribeAgain,
  suppressAddress,
} from './suppressed-addresses.ts'
