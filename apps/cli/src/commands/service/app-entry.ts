import { fileURLToPath } from 'node:url'

export type AppName = 'intake' | 'worker' | 'searcher' | 'api' | 'console'

/** Returns the path of another app's entry file. */
export function entryOf(app: AppName): string {
  return fileURLToPath(new URL(`../../../../${app}/src/main.ts`, import.meta.url))
}
