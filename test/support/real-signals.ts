import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

// The large collection must not be copied here. Without it beside the project, its open part is used.
const shared = new URL('../../../shared/data/', import.meta.url)
const largeFile = new URL('signals.ndjson.gz', shared)
const listenersFile = new URL('listeners.json', shared)
const openFile = new URL('../../apps/cli/fixtures/signals.open.ndjson', import.meta.url)

/** A listener of the large collection, which has its own names. */
export type RealListener = {
  id: string
  mode: 'market' | 'rivals' | 'places'
  keywords: string[]
  rivals?: Record<string, string>
}

/** Returns the signals as lines of JSON. */
export function readRealSignals(): { lines: string[]; isLarge: boolean } {
  const isLarge = existsSync(largeFile)
  const text = (isLarge ? gunzipSync(readFileSync(largeFile)) : readFileSync(openFile)).toString()
  return { lines: text.trim().split('\n'), isLarge }
}

/** Returns the listeners of the large collection; none without it. */
export function readRealListeners(): RealListener[] {
  if (!existsSync(listenersFile)) return []
  return (JSON.parse(readFileSync(listenersFile, 'utf8')) as { listeners: RealListener[] }).listeners
}
