export { createWaysIn } from './create-ways-in.ts'
export type { NewSession, Visitor, WaysIn } from './ways-in.ts'
