import { fileURLToPath } from 'node:url'
import type { buildWeb as build } from './build-web.ts'

/** A bundle has its pages. */
export const buildWeb: typeof build = async () => fileURLToPath(new URL('pages', import.meta.url))
