import { join } from 'node:path'
import { z } from 'zod'
import { findPrivateJson, writePrivateJson } from '../../installation/private-file.ts'

const runSchema = z.object({ sourceId: z.string(), shiftMs: z.int() })

/**
 * Returns by how much the first run of the demo on this source shifted all times. It is stored before anything is sent,
 * so every later run sends the same events.
 */
export function rememberShift(
  { dataDir, sourceId }: { dataDir: string; sourceId: string },
  computeShiftMs: () => number,
): number {
  const path = shiftPath(dataDir)
  const known = runSchema.safeParse(findPrivateJson(path))
  if (known.success && known.data.sourceId === sourceId) return known.data.shiftMs
  const shiftMs = computeShiftMs()
  writePrivateJson(path, { sourceId, shiftMs })
  return shiftMs
}

export function shiftPath(dataDir: string): string {
  return join(dataDir, 'demo-run.json')
}
