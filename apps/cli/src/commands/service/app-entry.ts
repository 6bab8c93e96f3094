import { fileURLToPath } from 'node:url'

export type AppName = 'intake' | 'worker' | 'searcher' | 'api' | 'console'

const entries: Record<AppName, URL> = {
  intake: new URL('../../../../intake/src/main.ts', import.meta.url),
  worker: new URL('../../../../worker/src/main.ts', import.meta.url),
  searcher: new URL('../../../../searcher/src/main.ts', import.meta.url),
  api: new URL('../../../../api/src/main.ts', import.meta.url),
  console: new URL('../../../../console/src/main.ts', import.meta.url),
}

/** Returns the path of another app's entry file. */
export function entryOf(app: AppName): string {
  return fileURLToPath(entries[app])
}
