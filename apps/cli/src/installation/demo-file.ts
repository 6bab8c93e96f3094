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
  /** Undefined until a version with a console starts. */
  consoleUrl: z.url().optional(),
})

/** The credentials and addresses of the demo workspace. */
export type DemoFacts = z.infer<typeof demoFactsSchema>

/**
 * Returns the content of `demo.json`, which the first start on the embedded database writes. Undefined if the file is
 * missing or invalid; `demo credentials` recreates it.
 */
export function findDemoFacts(dataDir: string): DemoFacts | undefined {
  return demoFactsSchema.safeParse(findPrivateJson(demoPath(dataDir))).data
}

/** Returns the source in `demo.json`, even if other members are missing. */
export function findDemoSourceId(dataDir: string): string | undefined {
  return demoFactsSchema.pick({ sourceId: true }).safeParse(findPrivateJson(demoPath(dataDir))).data?.sourceId
}

export function writeDemoFacts(dataDir: string, facts: DemoFacts): void {
  // Parsed to order the members as in the schema.
  writePrivateJson(demoPath(dataDir), demoFactsSchema.parse(facts))
}

export function demoPath(dataDir: string): string {
  return join(dataDir, 'demo.json')
}
