export { createWaysIn } from './create-ways-in.ts'
export type { CurrentSession, NewSession, OidcSettings, Visitor, WaysIn } from './ways-in.ts'
