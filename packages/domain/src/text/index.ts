export { toPlainLine, toPlainText } from './to-plain-text.ts'
