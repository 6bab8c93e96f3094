export { addressOf } from './address-of.ts'
export type {
  PlatformAccess,
  PlatformBudget,
  PlatformDefinition,
  PlatformRetention,
  PlatformSearch,
  PlatformSecret,
} from './define-platform.ts'
export { explainQuery, type QueryVerdict } from './explain-query.ts'
export { findAddressFault, isFeedAddress } from './feeds/feed-route.ts'
export { findSearch, getPlatform, platformDefinitions } from './platform-definitions.ts'
export { boardNameOf } from './platforms/job-boards/search-board.ts'
export type {
  DroppedItem,
  Json,
  PlatformAnswer,
  PlatformRequest,
  PlatformSecrets,
  RereadItem,
  RereadPage,
  SearchFault,
  SearchFaultKind,
  SearchInput,
  SearchPage,
  SearchRefusal,
} from './search.ts'
export type { Topics } from './topics.ts'
