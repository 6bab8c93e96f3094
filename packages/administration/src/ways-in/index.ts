export { createWaysIn } from './create-ways-in.ts'
export type { NewSession, OidcSettings, Visitor, WaysIn } from './ways-in.ts'
