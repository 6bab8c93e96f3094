import type { RegisterFilter } from './define-register.ts'
import { registerKinds } from './register-kinds.ts'

const order: readonly RegisterFilter['by'][] = ['id', 'presence', 'choice']

/** Every filter of lists of signals by a register, with its column of `signal_registers`. */
export const registerFilters = registerKinds
  .flatMap(({ column }) => (column?.filter === undefined ? [] : [{ column: column.name, ...column.filter }]))
  .toSorted((a, b) => order.indexOf(a.by) - order.indexOf(b.by))
