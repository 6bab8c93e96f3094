import { join } from 'node:path'
import { z } from 'zod'
import { findPrivateJson, writePrivateJson } from './private-file.ts'

const demoFactsSchema = z.object({
  orgId: z.string(),
  sourceId: z.string(),
  intakeUrl: z.url(),
  secret: z.string(),
  apiUrl: z.url(),
  apiKey: z.string(),
  /** Missing until a version with a console starts. */
  consoleUrl: z.url().optional(),
})

/** All that it takes to send to the demo workspace and to read from it. */
export type DemoFacts = z.infer<typeof demoFactsSchema>

/**
 * The facts in `demo.json`, which the first start on the embedded database writes; undefined where the file is lost
 * or spoilt, which `demo credentials` mends.
 */
export function findDemoFacts(dataDir: string): DemoFacts | undefined {
  return demoFactsSchema.safeParse(findPrivateJson(demoPath(dataDir))).data
}

/** The source in `demo.json`, also where other members of it are missing. */
export function findDemoSourceId(dataDir: string): string | undefined {
  return demoFactsSchema.pick({ sourceId: true }).safeParse(findPrivateJson(demoPath(dataDir))).data?.sourceId
}

export function writeDemoFacts(dataDir: string, facts: DemoFacts): void {
  // Parsed, so that the members stand in the order of the schema.
  writePrivateJson(demoPath(dataDir), demoFactsSchema.parse(facts))
}

function demoPath(dataDir: string): string {
  return join(dataDir, 'demo.json')
}
