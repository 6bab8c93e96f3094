export { accountReference, accountReferenceSchema, findAccountKey } from './account-reference.ts'
export {
  type Quote,
  type QuotedText,
  quoteLine,
  quoteText,
  quoteUrl,
  type StrangersText,
  strangersText,
} from './strangers-text.ts'
