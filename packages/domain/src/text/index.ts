export { namePlatform, platformNames } from './platform-names.ts'
export { toPlainLine, toPlainText } from './to-plain-text.ts'
