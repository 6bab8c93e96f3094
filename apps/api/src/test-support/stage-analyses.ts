import { updateWorkspace } from '@signalpost/database/access'
import { noNetworks } from '@signalpost/runtime'
import { startWebsite, type Website } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import type { Plan } from '@signalpost/website-analysis'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import type { Answer } from './check-answer.ts'
import { sendBody } from './send-body.ts'
import { startTestApi, type TestApi } from './start-test-api.ts'

const nordhaven = new URL('../../../../packages/website-analysis/fixtures/nordhaven/', import.meta.url)
export const validAnalysis = { companyName: 'Nordhaven B.V.', objective: 'find_customers', sources: ['x'] }

export const unreadable = { message: 'The website could not be read.', code: 'website_unreadable' }

export type AnalysisStage = {
  api: TestApi
  /** A process that reads no website on this machine. */
  strict: { url: string; stop: () => Promise<void> }
  /** The website of a company. */
  site: Website
  /** A website of this test alone, without pages. */
  website: Website
  /** A key of this test alone. */
  key: string
  analyse: (body: Record<string, unknown>, options?: CallOptions) => Promise<Answer>
  /** A call that needs no website. */
  analyseText: (options?: CallOptions) => Promise<Answer>
  planOf: (body: Record<string, unknown>) => Promise<Plan>
  newKey: () => Promise<string>
  countReservations: () => Promise<number>
}

type CallOptions = { url?: string; headers?: Record<string, string> }

/** Sets the scene for the tests of a file: an API, and websites to analyse. Its members are there once the tests run. */
export function stageAnalyses(): AnalysisStage {
  const stage = { analyse, analyseText, planOf, newKey, countReservations } as AnalysisStage // the rest follows below

  test.beforeAll(async ({ testDatabase }) => {
    stage.api = await startTestApi({
      databaseUrl: testDatabase.url,
      config: { crawlNetworks: { has: (address) => address === '127.0.0.1' } },
    })
    stage.strict = await stage.api.startAnother({ crawlNetworks: noNetworks })
    stage.site = await startWebsite(nordhaven)
  })

  beforeEach(async () => {
    stage.website = await startWebsite()
    stage.key = await newKey()
  })

  afterEach(async () => {
    await stage.website.close()
    await sql`truncate analyses, analysis_calls`.execute(stage.api.database)
    await updateWorkspace(stage.api.database, 'org_one', { analysisAllowance: 100 })
  })

  afterAll(async () => {
    await stage.strict.stop()
    await stage.api.stop()
    await stage.site.close()
  })

  function newKey(): Promise<string> {
    return stage.api.createKey({ scopes: ['listeners:analyse'] })
  }

  function analyse(
    body: Record<string, unknown>,
    { url = stage.api.url, headers = {} }: CallOptions = {},
  ): Promise<Answer> {
    return sendBody('POST', `${url}/v1/listeners/analyse-website`, {
      key: stage.key,
      body: { ...validAnalysis, ...body },
      headers,
    })
  }

  function analyseText(options: CallOptions = {}): Promise<Answer> {
    const description = 'Payroll software for construction companies.'
    return analyse({ website: 'example.com', acceptLimited: true, description }, options)
  }

  async function planOf(body: Record<string, unknown>): Promise<Plan> {
    const answer = await analyse(body)
    expect(answer.status, answer.text).toBe(200)
    // The answer was checked against its schema.
    return (answer.body as { plan: Plan }).plan
  }

  async function countReservations(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*)::integer from analyses`.execute(
      stage.api.database,
    )
    return rows[0]?.count ?? 0
  }

  return stage
}
