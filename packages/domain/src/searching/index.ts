export { type FoundItem, maxFoundText } from './found-item.ts'
export { areNearHashes, nearText, simhash, simhashDistance } from './near-text.ts'
export { normaliseEscapes, normaliseKey } from './normalise-key.ts'
export { titleKey } from './title-key.ts'
