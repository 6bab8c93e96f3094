import { fileURLToPath } from 'node:url'

export type AppName = 'intake' | 'worker' | 'api' | 'console'

/** The program of an app, beside this one. */
export function entryOf(app: AppName): string {
  return fileURLToPath(new URL(`../../../../${app}/src/main.ts`, import.meta.url))
}
