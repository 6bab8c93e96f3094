import { join } from 'node:path'
import { z } from 'zod'
import { findPrivateJson, writePrivateJson } from '../../installation/private-file.ts'

const runSchema = z.object({ sourceId: z.string(), round: z.int(), endMs: z.int() })

/**
 * Returns when the first run of this round of the demo ended on this source. It is stored before anything is sent, so
 * every later run sends the same events.
 */
export function rememberEnd(
  { dataDir, sourceId, round }: { dataDir: string; sourceId: string; round: number },
  endMs: number,
): number {
  const path = runPath(dataDir)
  const known = runSchema.safeParse(findPrivateJson(path))
  if (known.success && known.data.sourceId === sourceId && known.data.round === round) return known.data.endMs
  writePrivateJson(path, { sourceId, round, endMs })
  return endMs
}

export function runPath(dataDir: string): string {
  return join(dataDir, 'demo-run.json')
}
