import type { buildPages as build } from './build-pages.ts'

/** A bundle has its pages. */
export const buildPages: typeof build = async () => undefined
