export type { Assignment } from './assigned-to.ts'
export type { RegisterFilter } from './define-register.ts'
export type { Feedback } from './feedback.ts'
export { registerFilters } from './register-filters.ts'
export {
  type RegisterColumns,
  type RegisterFilters,
  type RegisterKind,
  type RegisterName,
  registerKinds,
} from './register-kinds.ts'
export type { Claim, Winner } from './winners.ts'
