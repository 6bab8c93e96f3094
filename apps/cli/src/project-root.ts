import { fileURLToPath } from 'node:url'

/** The directory that holds the default data directory. */
export const projectRoot: string = fileURLToPath(new URL('../../..', import.meta.url))
