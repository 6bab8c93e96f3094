import { expect, test } from 'vitest'
import { listTool } from '../calling/list-tools.ts'
import { tools } from '../tools/tools.ts'

const deals = (count: number, members: object = {}) => ({
  deals: Array.from({ length: count }, () => ({ name: 'A deal', ...members })),
})
const website = {
  ...{ companyName: 'Acme', website: 'acme.example', objective: 'find_customers', sources: ['x'] },
}

/** Inputs of every tool that writes, and whether they need a person's yes whatever the policy is. */
const needs: Record<string, [input: object, isNeeded: boolean][]> = {
  assign_signal: [
    [{ id: 'sig_1', userId: 'me' }, false],
    [{ id: 'sig_1', userId: null }, false],
  ],
  save_signal: [[{ id: 'sig_1', listName: 'Hot', create: true }, false]],
  write_note: [[{ target: { type: 'signal', id: 'sig_1' }, body: 'A note' }, false]],
  create_deals: [
    [deals(5), false],
    [deals(6), true],
    [deals(1, { stage: 'won' }), false],
    [deals(1, { stage: 'lost' }), true],
  ],
  update_deal: [
    [{ id: 'deal_1', stage: 'won' }, false],
    [{ id: 'deal_1', stage: 'lost' }, true],
    [{ id: 'deal_1', value: null }, false],
  ],
  analyse_website: [[website, true]],
}
const writing = tools.filter(({ hints }) => !hints.readOnly)

test('every tool that writes has a case', () => {
  expect(Object.keys(needs)).toEqual(writing.map(({ name }) => name))
})

test.each(writing.map((tool) => [tool.name, tool] as const))(
  '%s needs a yes of a person for what was decided',
  (name, tool) => {
    for (const [input, isNeeded] of needs[name] ?? []) {
      // The cast: the input was parsed by the tool's own schema.
      const need = tool.findNeed?.(tool.input.parse(input) as never)
      expect([input, need !== undefined]).toEqual([input, isNeeded])
    }
  },
)

test('each tool that can set something to lost has a case that does', () => {
  const losing = writing.filter((tool) => JSON.stringify(listTool(tool).inputSchema).includes('"lost"'))
  const cases = losing.filter(({ name }) => JSON.stringify(needs[name]).includes('"lost"'))
  expect(losing.length).toBeGreaterThan(0)
  expect(cases).toEqual(losing)
})
