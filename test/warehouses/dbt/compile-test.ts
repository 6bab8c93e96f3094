import { z } from 'zod'
import { compileModel, type DbtTarget, type DbtTest, render, type Tested } from './read-package.ts'

const texts = z.array(z.string())
const related = z.object({ to: z.string(), field: z.string() })

/** Returns the SQL of a test, which finds the rows that break it. Those of dbt itself follow its documentation. */
export function compileTest(tested: Tested, test: DbtTest, target: DbtTarget): string {
  const { column = '', given } = test
  const of = `${relationOf(tested, target)} as tested`
  switch (test.name) {
    case 'not_null':
      return `select ${column} from ${of} where ${column} is null`
    case 'accepted_values': {
      const values = texts.parse(given.values).map((value) => `'${value}'`)
      return `select ${column} from ${of} where ${column} is not null and ${column} not in (${values.join(', ')})`
    }
    case 'relationships': {
      const { to, field } = related.parse(given)
      const parent = render(`{{ ${to} }}`, target)
      return `select ${column} from ${of}
        where ${column} is not null and ${column} not in (select ${field} from ${parent} as parent)`
    }
    case 'unique_together': {
      const columns = texts.parse(given.columns).map((name) => `'${name}'`)
      return render(`{{ test_unique_together(model, [${columns.join(', ')}]) }}`, target, { model: of })
    }
    default:
      throw new Error(`The test ${test.name} of ${tested.name} is not known.`)
  }
}

function relationOf({ name, isSource }: Tested, target: DbtTarget): string {
  if (!isSource) return `(${compileModel(name, target)})`
  // ClickHouse shows old versions of a row until it merges them, which is no second row.
  const final = target.type === 'clickhouse' ? ' final' : ''
  return `(select * from ${target.place}.${name}${final})`
}
