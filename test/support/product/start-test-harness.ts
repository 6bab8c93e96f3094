import { createTestDatabase } from '@signalpost/testing'
import type { TestContext } from 'vitest'
import { type Harness, type HarnessOptions, startHarness } from './start-harness.ts'

/** Starts a harness on its own database for one test. */
export async function startTestHarness(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  options: Omit<HarnessOptions, 'databaseUrl'>,
): Promise<Harness> {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const harness = await startHarness({ ...options, databaseUrl: database.url })
  onTestFinished(harness.stop)
  return harness
}
