import type { AssistantCaller } from '@signalpost/authorization'
import { scopes } from '@signalpost/domain'
import { describe, expect, test } from 'vitest'
import { researchTools, tools } from '../tools/tools.ts'
import { findRefusal } from './call-tool.ts'
import { listTool, usableTools } from './list-tools.ts'

const member: AssistantCaller = {
  ...{ assistantId: 'ast_1', personId: 'usr_1', orgId: 'org_one', role: 'member', policy: 'write' },
  scopes: new Set(scopes),
}
const namesOf = (caller: AssistantCaller) => usableTools(caller, tools).map(({ name }) => name)

/** What a tool may do, which hosts decide by, and any of the scopes that open it. */
const granted: Record<string, [hints: string, scopes: string]> = {
  whoami: ['R I', ''],
  what_needs_attention: ['R I O', 'signals:read'],
  find_signals: ['R I O', 'signals:read'],
  get_signal: ['R I O', 'signals:read'],
  count_signals: ['R I', 'signals:read'],
  find_accounts: ['R I O', 'accounts:read'],
  get_account: ['R I O', 'accounts:read'],
  find_listeners: ['R I', 'listeners:read'],
  get_listener: ['R I', 'listeners:read'],
  find_deals: ['R I', 'pipeline:read'],
  find_people_and_lists: ['R I', 'pipeline:write collections:write listeners:analyse'],
  assign_signal: ['D I', 'pipeline:write'],
  save_signal: ['I', 'collections:write'],
  write_note: ['', 'collections:write'],
  create_deals: ['', 'pipeline:write'],
  update_deal: ['D I', 'pipeline:write'],
  analyse_website: ['O', 'listeners:analyse'],
  export_pipeline: ['R I', 'export:read'],
}

test.each(tools.map((tool) => [tool.name, tool] as const))('%s has its hints and scopes', (name, tool) => {
  const { readOnly, destructive, idempotent, openWorld } = tool.hints
  const hints = [readOnly && 'R', destructive && 'D', idempotent && 'I', openWorld && 'O']
  expect([hints.filter(Boolean).join(' '), tool.scopes.join(' ')]).toEqual(granted[name])
})

test('what is listed is short', () => {
  const sizeOf = (listed: typeof tools) => JSON.stringify({ tools: listed.map(listTool) }).length
  expect(sizeOf(tools)).toBeLessThanOrEqual(24_000)
  expect(sizeOf(tools.filter(({ hints }) => hints.readOnly))).toBeLessThanOrEqual(14_000)
})

describe.each([...tools, ...researchTools].map((tool) => [tool.name, listTool(tool)] as const))(
  '%s',
  (_, listed) => {
    test('says what it does and what it does not, in two or three sentences without capitals', () => {
      expect(listed.title).toMatch(/^[A-Z]/)
      expect(listed.description).toMatch(/^[A-Z].*\.$/)
      expect(listed.description).not.toMatch(/\b[A-Z]{4,}\b|\b(?:must|always|never|[Ii]mportant)\b/)
      expect(listed.description.length).toBeLessThanOrEqual(400)
    })

    test('has all hints, as booleans', () => {
      const { title, ...hints } = listed.annotations
      expect(title).toBe(listed.title)
      expect(Object.values(hints).map((hint) => typeof hint)).toEqual(Array(4).fill('boolean'))
    })

    test('takes strict input in which every text is bounded', () => {
      expect(listed.inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      const unbounded = Object.entries(listed.inputSchema.properties ?? {}).filter(([, schema]) =>
        findStrings(schema).some(
          (text) =>
            !('maxLength' in text || 'enum' in text || text.format === 'date-time' || 'const' in text),
        ),
      )
      expect(unbounded).toEqual([])
    })

    test('has pages of at most 50 and lists of a length that is bounded', () => {
      const { limit } = Object(listed.inputSchema.properties)
      if (limit !== undefined) expect(limit.maximum).toBeLessThanOrEqual(50)
      const lists = findNodes(listed.inputSchema).filter(({ type }) => type === 'array')
      expect(lists.filter(({ maxItems }) => maxItems === undefined)).toEqual([])
    })

    test('names an object as its answer', () => {
      expect(listed.outputSchema.type).toBe('object')
    })
  },
)

function findNodes(schema: unknown): Record<string, unknown>[] {
  if (typeof schema !== 'object' || schema === null) return []
  // The cast: it is an object.
  return [schema as Record<string, unknown>, ...Object.values(schema).flatMap(findNodes)]
}

function findStrings(schema: unknown): Record<string, unknown>[] {
  if (typeof schema !== 'object' || schema === null) return []
  const inside = Object.values(schema).flatMap(findStrings)
  return 'type' in schema && schema.type === 'string'
    ? [schema as Record<string, unknown>, ...inside]
    : inside
}

test('tools that an assistant may not use are not listed', () => {
  expect(namesOf(member)).toEqual(tools.map(({ name }) => name))
  expect(namesOf({ ...member, policy: 'off' })).toEqual([])
  expect(namesOf({ ...member, scopes: new Set() })).toEqual(['whoami'])
  expect(namesOf({ ...member, scopes: new Set(['accounts:read']) })).toEqual([
    'whoami',
    'find_accounts',
    'get_account',
  ])
  expect(namesOf({ ...member, role: 'viewer' })).not.toContain('find_people_and_lists')
  expect(namesOf({ ...member, role: 'viewer' })).toContain('export_pipeline')
  const readers = [
    { ...member, role: 'viewer' as const },
    { ...member, policy: 'read' as const },
  ]
  for (const reader of readers)
    expect(usableTools(reader, tools).every(({ hints }) => hints.readOnly)).toBe(true)
})

test('a refusal says whether a new grant helps', () => {
  const tool = tools.find(({ name }) => name === 'find_people_and_lists')
  if (tool === undefined) throw new Error('There is no such tool.')
  expect(findRefusal(member, tool)).toBeUndefined()
  expect(findRefusal({ ...member, scopes: new Set() }, tool)).toEqual({ ungranted: tool.scopes })
  expect(findRefusal({ ...member, role: 'viewer' }, tool)).toEqual({
    text: expect.stringContaining('role viewer'),
  })
  expect(findRefusal({ ...member, policy: 'read' }, tool)).toEqual({
    text: expect.stringContaining('policy'),
  })
})
