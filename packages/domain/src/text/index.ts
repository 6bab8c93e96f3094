export { classifications, purchaseIntents, signalCategories, urgencies } from '../documents/vocabulary.ts'
export { eventTypes } from './event-types.ts'
export { namePlatform, platformNames } from './platform-names.ts'
export { toPlainLine, toPlainText } from './to-plain-text.ts'
