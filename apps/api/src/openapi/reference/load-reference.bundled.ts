import { readFile } from 'node:fs/promises'
import type { createReferenceLoader as create } from './load-reference.ts'

/** A bundle has the script. */
export const createReferenceLoader: typeof create = () => () =>
  readFile(new URL('reference.js.gz', import.meta.url))
