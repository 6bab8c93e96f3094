import { join } from 'node:path'

export const pictures = join(import.meta.dirname, '../../docs/pictures')

/** A reader on a phone loads several of them. */
export const mostBytes = 150_000
