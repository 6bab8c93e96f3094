/** The outcome of an item that a listener met. */
export const findStates = [
  'dropped',
  'merged',
  'held_out',
  'waiting',
  'delivered',
  'refused',
  'erased',
] as const

export type FindState = (typeof findStates)[number]
