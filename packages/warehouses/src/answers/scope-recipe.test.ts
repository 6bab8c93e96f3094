import { expect, test } from 'vitest'
import { scopeRecipe } from './scope-recipe.ts'

const scope = { tableOf: (name: string) => `lake.${name}`, most: 5 }

test('a recipe sees the rows of one workspace, under the names that it has', () => {
  expect(scopeRecipe('-- Of signals and deals.\nselect 1 from signals\norder by 1\n', scope)).toBe(
    'with signals as (select * from lake.signals where org_id = $1) select 1 from signals\norder by 1\nlimit 5',
  )
})

test('parts that a recipe names itself come after its tables', () => {
  const sql = 'with waits as (\n  select 1 from signals join deals using (org_id)\n)\nselect * from waits'
  expect(scopeRecipe(sql, scope)).toMatch(
    /^with signals as \(.+\), deals as \(.+\), waits as \(\n.+\n\)\nselect \* from waits\nlimit 5$/,
  )
})
