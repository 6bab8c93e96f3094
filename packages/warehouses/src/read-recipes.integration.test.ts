import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { warehouseKinds } from './index.ts'
import { readRecipes } from './read-recipes.ts'

const settings: Record<string, Record<string, unknown>> = {
  postgres: { schema: 'signalpost' },
  parquet: { path: "/srv/o'lake" },
  duckdb: { path: '/srv/lake.duckdb' },
  clickhouse: { url: 'http://127.0.0.1:1', database: 'signals' },
}

const preambles = {
  postgres: 'set search_path to "signalpost";',
  duckdb: `attach '/srv/lake.duckdb' as signalpost (read_only);\nuse signalpost;`,
  clickhouse: 'use `signals`;',
}

test.each(Object.entries(preambles))('%s names the place of its tables', async (name, preamble) => {
  const recipes = await readRecipes(kindNamed(name), settings[name] ?? {})
  const files = readdirSync(new URL(`../recipes/${name}`, import.meta.url))
  expect(recipes.map((recipe) => `${recipe.name}.sql`).toSorted()).toEqual(files.toSorted())
  for (const { sql } of recipes) expect(sql.startsWith(`${preamble}\n\n-- `)).toBe(true)
})

test('Parquet makes a view of each compacted file, for DuckDB', async () => {
  const [recipe] = await readRecipes(kindNamed('parquet'), settings.parquet ?? {})
  expect(recipe?.sql).toContain(
    `create view signals as select * from read_parquet('/srv/o''lake/current/signals.parquet');`,
  )
  const key = { region: 'eu', accessKey: 'AK' }
  const bucket = { bucket: 'lake', prefix: 'a/b', endpoint: 'https://s3.example.com', ...key }
  const [inBucket] = await readRecipes(kindNamed('parquet'), bucket)
  expect(inBucket?.sql).toContain(`read_parquet('s3://lake/a/b/current/deals.parquet')`)
})

test.each(['snowflake', 'bigquery'])('%s has none, and says what syncs cost', async (name) => {
  const kind = kindNamed(name)
  expect(await readRecipes(kind, {})).toEqual([])
  expect(kind.costHintOf?.({ intervalMs: 20_000 })).toContain('every 20 s')
})

function kindNamed(name: string) {
  const found = warehouseKinds.find(({ kind }) => kind === name)
  if (found === undefined) throw new Error(`There is no kind ${name}.`)
  return found
}
