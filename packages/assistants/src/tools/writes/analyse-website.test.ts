import type { AssistantCaller } from '@signalpost/authorization'
import { scopes } from '@signalpost/domain'
import { createCursors } from '@signalpost/rest'
import { expect, test } from 'vitest'
import { callTool } from '../../calling/call-tool.ts'
import type { ToolServices } from '../../define-tool.ts'
import { sealQuestion } from '../../writing/yes.ts'
import { analyseWebsite } from './analyse-website.ts'

const caller: AssistantCaller = {
  ...{ assistantId: 'ast_1', personId: 'usr_1', orgId: 'org_one', role: 'member', policy: 'write' },
  scopes: new Set(scopes),
}
const given = {
  ...{ companyName: 'Acme', website: 'www.acme.example/a?b', objective: 'find_customers', sources: ['x'] },
}
const usage = { allowance: 100, used: 1, resetsAt: '2026-12-01T00:00:00.000Z' }
const plan = {
  ...{ mode: 'market', objective: 'find_customers', limited: false, boards: [] },
  ...{ keywords: ['cold\u200b chain', '[crm](https://evil.example/?d=1)'], exclusions: [] },
  queries: [{ source: 'x', query: 'crm', runnable: false, reason: 'Bring a provider.' }],
  profile: { targetRoles: ['CTO'] },
}

/** Says yes to the question of a call, and calls again, where the analysis has this plan. */
async function analyse(found: object) {
  // The cast: nothing else is used once the plan is there.
  const services = {
    cursors: createCursors(Buffer.alloc(32)),
    nowMs: () => 0,
    writeOnce: async () => ({ body: JSON.stringify({ plan: found, usage }) }),
  } as unknown as ToolServices
  const { signal } = new AbortController()
  const state = sealQuestion(services, {
    question: { caller, tool: analyseWebsite.name, input: given },
    shown: { title: '', reason: '', facts: [] },
  })
  const call = { caller, tool: analyseWebsite, given, answered: { isYes: true, state } }
  return callTool(services, { ...call, asking: 'form', signal })
}

test('shows a plan with what a website says cleaned, under derived', async () => {
  expect(await analyse(plan)).toMatchObject({
    answer: {
      plan: {
        ...{ mode: 'market', objective: 'find_customers', limited: false },
        derived: {
          ...{ keywords: ['cold chain', 'crm (evil.example)'], profile: { targetRoles: ['CTO'] } },
          queries: [{ source: 'x', query: 'crm', runnable: false, reason: 'Bring a provider.' }],
        },
      },
      usage,
    },
  })
})

test('cuts the longest plan to the size of an answer, and says what is left out', async () => {
  const query = { source: 'x', query: 'q'.repeat(600), runnable: true }
  const long = Array.from({ length: 60 }, () => 'k'.repeat(200))
  const called = await analyse({ ...plan, keywords: long, exclusions: long, queries: Array(200).fill(query) })
  if (called.outcome !== 'answered') throw new Error(called.text)
  expect(called.text.length).toBeLessThanOrEqual(40_000)
  // The cast: it has the shape that the test above shows.
  const { plan: shown, more } = called.answer as { plan: { derived: { queries: object[] } }; more: number }
  expect(shown.derived.queries.length).toBeGreaterThan(20)
  expect(more).toBe(200 - shown.derived.queries.length)
})
