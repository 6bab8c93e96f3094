import { expect, test } from 'vitest'
import { loadCommands } from '../commands/commands.ts'

const commands = await loadCommands()

/** Kinds of channels and warehouses declare their own. */
const isOfKind = (path: string): boolean => /^(?:channel|warehouse) create /.test(path)

test('every option says more in its help than its name and what it takes', () => {
  const options = commands
    .filter(({ path }) => !isOfKind(path))
    .flatMap(({ path, parameters }) => Object.values(parameters).map((parameter) => ({ path, ...parameter })))
    .filter(({ flags }) => flags.startsWith('--'))
  expect(options.length).toBeGreaterThan(200)
  const bare = options.filter(({ flags, description, choices = [] }) => {
    const name = /^--([a-z-]+)/.exec(flags)?.[1]?.replaceAll('-', ' ')
    return [`the ${name}`, `the ${name}: ${choices.join(', ')}`].includes(description)
  })
  expect(bare.map(({ path, flags }) => `${path} ${flags}`)).toEqual([])
})

test('no help has the marks of a document, and it names options as they are written', () => {
  const texts = commands.flatMap(({ path, parameters }) =>
    Object.values(parameters).map(({ description }) => `${path}: ${description}`),
  )
  expect(texts.filter((text) => text.includes('`'))).toEqual([])
  expect(texts.find((text) => text.startsWith('signal list: the earliest'))).toContain(
    '30 days before --posted-before',
  )
})

test('a list of several workspaces does not speak of an id', () => {
  const ofLists = commands.filter(
    ({ path, parameters }) => / (?:list|log)$/.test(path) && parameters.workspace,
  )
  expect(ofLists.length).toBeGreaterThan(20)
  expect(
    ofLists.flatMap(({ path, parameters }) =>
      parameters.workspace?.description.startsWith('fail') ? [path] : [],
    ),
  ).toEqual([])
})
