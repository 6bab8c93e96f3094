export { type FoundItem, maxFoundText } from './found-item.ts'
