import { join } from 'node:path'
import { StartError } from '@signalpost/runtime'
import { z } from 'zod'
import { findPrivateJson, writePrivateJson } from '../private-file.ts'

const demoFactsSchema = z.object({
  orgId: z.string(),
  sourceId: z.string(),
  intakeUrl: z.url(),
  secret: z.string(),
  apiUrl: z.url(),
  apiKey: z.string(),
})

/** All that it takes to send to the demo workspace and to read from it. */
export type DemoFacts = z.infer<typeof demoFactsSchema>

/** The facts in `demo.json`, which the first start on the embedded database writes. */
export function findDemoFacts(dataDir: string): DemoFacts | undefined {
  const document = findPrivateJson(demoPath(dataDir))
  if (document === undefined) return undefined
  const parsed = demoFactsSchema.safeParse(document)
  if (parsed.success) return parsed.data
  throw new StartError(
    `${demoPath(dataDir)} is not what was written there; remove it, then ./signalpost demo credentials writes it anew`,
  )
}

/** The source in `demo.json`, also where other members of it are missing. */
export function findDemoSourceId(dataDir: string): string | undefined {
  const known = demoFactsSchema.pick({ sourceId: true }).safeParse(findPrivateJson(demoPath(dataDir)))
  return known.success ? known.data.sourceId : undefined
}

export function writeDemoFacts(dataDir: string, facts: DemoFacts): void {
  // Parsed, so that the members stand in the order of the schema.
  writePrivateJson(demoPath(dataDir), demoFactsSchema.parse(facts))
}

function demoPath(dataDir: string): string {
  return join(dataDir, 'demo.json')
}
