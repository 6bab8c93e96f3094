import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDoors, type Doors } from './bypass-doors.ts'

const files = {
  'index.ts': [
    "export { type Shape, area as areaOf } from './area.ts'",
    'export {',
    '  colour,',
    "} from './paint/index.ts'",
    "export * from './size/index.ts'",
    "export { heavy } from '@ours/weights'",
    'export const own = 1',
  ],
  'weights.ts': ['export const heavy = 3'],
  'area.ts': ['export type Shape = string', 'export function area() {}'],
  'paint/index.ts': ["export { colour } from './colour.ts'"],
  'paint/colour.ts': ['export const colour = 2'],
  'size/index.ts': ["export { large } from './large.ts'", 'export async function small() {}'],
  'size/large.ts': ['export class large {}'],
}

let root: string
let doors: Doors

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "signalpost-ann's-doors-"))
  for (const [file, lines] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), lines.join('\n'))
  }
  const packages = new Map([
    ['@ours/shapes', join(root, 'index.ts')],
    ['@ours/weights', join(root, 'weights.ts')],
  ])
  doors = createDoors((specifier) => packages.get(specifier))
})

afterAll(() => rmSync(root, { recursive: true }))

function bypass(source: string): string {
  return doors.bypass(source, join(root, 'user.ts')).replaceAll(root, '')
}

test('imports each name from the file that has it', () => {
  expect(bypass("import { areaOf, type Shape, large as big } from '@ours/shapes'")).toBe(
    `import { area as areaOf } from "/area.ts"; import { large as big } from "/size/large.ts"`,
  )
  expect(bypass("import { colour } from './paint/index.ts'")).toBe(
    `import { colour } from "/paint/colour.ts"`,
  )
  expect(bypass("import { heavy } from '@ours/shapes'")).toBe(`import { heavy } from "/weights.ts"`)
  expect(bypass("import { small } from '@ours/shapes'")).toBe(`import { small } from "/size/index.ts"`)
})

test('leaves a name where it is that the index has itself, or that cannot be found', () => {
  expect(bypass("import { own, unknown } from '@ours/shapes'")).toBe(
    `import { own, unknown } from "/index.ts"`,
  )
})

test.each([
  "import type { Shape } from '@ours/shapes'",
  "import * as shapes from '@ours/shapes'",
  "import { join } from 'node:path'",
  "import { area } from './area.ts'",
  "export { areaOf } from '@ours/shapes'",
])('leaves %s alone', (source) => {
  expect(bypass(source)).toBe(source)
})

test('keeps the numbers of lines', () => {
  const source = "import {\n  areaOf,\n  type Shape,\n} from '@ours/shapes'\nuse()"
  expect(bypass(source).split('\n').indexOf('use()')).toBe(4)
})
