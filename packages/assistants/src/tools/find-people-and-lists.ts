import { findTeam } from '@signalpost/database/people'
import { findCollections } from '@signalpost/database/records'
import { z } from 'zod'
import { oursLine, personName, plainId } from '../answer/texts.ts'
import { defineTool, reads } from '../define-tool.ts'
import { recordOutput, wordsInput } from '../inputs.ts'

export const findPeopleAndLists = defineTool({
  name: 'find_people_and_lists',
  title: 'Find people and lists',
  description:
    'Finds members and lists of the workspace by name, for their ids. It shows no addresses, and no signals of lists.',
  scopes: ['pipeline:write', 'collections:write', 'listeners:analyse'],
  hints: reads({ openWorld: false }),
  input: z.strictObject({
    name: wordsInput.optional(),
    limit: z.int().min(1).max(50).default(10),
  }),
  output: recordOutput,
  run: async ({ database }, { caller: { orgId }, input: { name, limit } }) => {
    const [team, lists] = await Promise.all([
      findTeam(database, { orgId, name, limit: limit + 1 }),
      findCollections(database, { orgId, words: name ?? '', limit: limit + 1 }),
    ])
    const isCut = Math.max(team.length, lists.length) > limit
    return {
      people: team.slice(0, limit).map((mate) => ({
        id: plainId(mate.personId),
        name: mate.name === null ? null : personName(mate.name),
        role: mate.role,
      })),
      lists: lists
        .slice(0, limit)
        .map((list) => ({ id: plainId(list.id), ours: { name: oursLine(list.name) } })),
      note: isCut ? ('There are more: give more of the name.' as const) : undefined,
    }
  },
})
