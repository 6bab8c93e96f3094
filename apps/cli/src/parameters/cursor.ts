import { optional } from './parameter.ts'

/** A console elsewhere has cursors of its own, so only what reads the page can read one. */
export const cursorParameter = optional('--cursor <cursor>', 'the nextCursor of the previous page')
