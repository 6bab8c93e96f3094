import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Template } from '@huggingface/jinja'
import { parse } from 'yaml'
import { z } from 'zod'

const root = fileURLToPath(new URL('../../../packages/warehouses/dbt', import.meta.url))

/** The adapter that dbt would use, and the place of our tables as it is written in SQL. */
export type DbtTarget = { type: 'postgres' | 'duckdb' | 'clickhouse'; place: string }

/** What a model, a source or a column has to keep: dbt's own tests, and those of the package. */
export type DbtTest = { name: string; column: string | undefined; given: Record<string, unknown> }
export type Tested = { name: string; isSource: boolean; tests: DbtTest[] }

const test = z.union([
  z.string().transform((name) => ({ name, given: {} })),
  z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .transform((one) => ({ name: Object.keys(one)[0] ?? '', given: Object.values(one)[0] ?? {} })),
])
const column = z.looseObject({ name: z.string(), tests: z.array(test).default([]) })
const described = z.looseObject({
  ...{ name: z.string(), tests: z.array(test).default([]), columns: z.array(column).default([]) },
})
const properties = z.looseObject({
  sources: z.array(z.looseObject({ tables: z.array(described) })).default([]),
  models: z.array(described).default([]),
})

const macros = [...globSync('macros/*.sql', { cwd: root })]
  .toSorted()
  .map((path) => readFileSync(join(root, path), 'utf8'))
  // To Jinja itself a test is a macro; dbt names it so.
  .map((text) => text.replaceAll('{% test ', '{% macro test_').replaceAll('{% endtest %}', '{% endmacro %}'))
  .join('\n')
const models = new Map(
  globSync('models/**/*.sql', { cwd: root }).map((path) => [basename(path, '.sql'), join(root, path)]),
)

export const modelNames: readonly string[] = [...models.keys()].toSorted()

/** Returns the SQL that dbt makes of a model, with the models that it stands on in its place. */
export function compileModel(name: string, target: DbtTarget): string {
  const path = models.get(name)
  if (path === undefined) throw new Error(`There is no model ${name}.`)
  return render(readFileSync(path, 'utf8'), target)
}

export function render(template: string, target: DbtTarget, given: { model?: string } = {}): string {
  return new Template(`${macros}\n${template}`).render({
    ...given,
    target: { type: target.type },
    source: (_source: string, table: string) => `${target.place}.${table}`,
    ref: (name: string) => `(${compileModel(name, target)})`,
  })
}

/** Returns what the package says about its sources and models. */
export function readTested(): Tested[] {
  return globSync('models/**/*.yml', { cwd: root }).flatMap((path) => {
    const { sources, models: ofModels } = properties.parse(parse(readFileSync(join(root, path), 'utf8')))
    return [
      ...sources.flatMap(({ tables }) => tables.map((one) => testedFrom(one, true))),
      ...ofModels.map((one) => testedFrom(one, false)),
    ]
  })
}

function testedFrom({ name, tests, columns }: z.output<typeof described>, isSource: boolean): Tested {
  return {
    ...{ name, isSource },
    tests: [
      ...tests.map((one) => ({ ...one, column: undefined })),
      ...columns.flatMap(({ name: of, tests: its }) => its.map((one) => ({ ...one, column: of }))),
    ],
  }
}
