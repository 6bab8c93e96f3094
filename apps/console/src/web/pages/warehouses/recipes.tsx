import type { ReactNode } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { Table } from '../../parts/data/table.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CopyButton } from '../../parts/values/copyable.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'

type Recipe = AnswerOf<'GET /console/api/w/{orgId}/warehouses/{id}/recipes'>['items'][number]
type Props = { orgId: string; warehouseId: string }

/** Questions of analysts: ready to paste, and answered here where the kind of the warehouse allows it. */
export function Recipes({ orgId, warehouseId }: Props): ReactNode {
  const recipes = useRead(
    'GET /console/api/w/{orgId}/warehouses/{id}/recipes',
    { params: { orgId, id: warehouseId } },
    { everyMs: 'never' },
  )
  return (
    <section className="sums" aria-labelledby="recipes">
      <h2 id="recipes">Recipes</h2>
      <Answer of={recipes} what="the recipes">
        {({ items, areAnswered }) =>
          items.length === 0 ? (
            <p>There are recipes for PostgreSQL, ClickHouse and DuckDB, which also reads Parquet.</p>
          ) : (
            <div className="recipes">
              {items.map((recipe) => (
                <details key={recipe.name}>
                  <summary>{recipe.title}</summary>
                  {areAnswered && <Run orgId={orgId} warehouseId={warehouseId} recipe={recipe} />}
                  <div className="recipe">
                    <CopyButton text={recipe.sql} label={recipe.title} />
                    <pre>{recipe.sql}</pre>
                  </div>
                </details>
              ))}
            </div>
          )
        }
      </Answer>
    </section>
  )
}

/** Asks the warehouse, and shows what it answers. */
function Run({ orgId, warehouseId, recipe: { name, title } }: Props & { recipe: Recipe }): ReactNode {
  const run = useWrite('POST /console/api/w/{orgId}/warehouses/{id}/recipes/{name}/run')
  if (!useMay('member')) return null
  return (
    <div className="stack wide recipe-run" aria-live="polite">
      <p>
        <Button
          aria-label={`Run ${title}`}
          disabled={run.isPending}
          onClick={() => run.mutate({ params: { orgId, id: warehouseId, name }, body: {} })}
        >
          {run.isPending ? 'Running…' : 'Run'}
        </Button>
      </p>
      <Refusal error={run.error} what="It was not run." />
      {run.data !== undefined && <Result title={title} result={run.data} />}
    </div>
  )
}

type ResultOf = AnswerOf<'POST /console/api/w/{orgId}/warehouses/{id}/recipes/{name}/run'>

function Result({ title, result: { columns, rows } }: { title: string; result: ResultOf }): ReactNode {
  if (rows.length === 0) return <p>No row answers it yet.</p>
  return (
    <Table
      caption={`The answer to ${title}`}
      scrolls
      rows={[...rows.entries()]}
      keyOf={([index]) => String(index)}
      columns={columns.map((column, place) => ({
        title: `${column.charAt(0).toUpperCase()}${column.slice(1).replaceAll('_', ' ')}`,
        ...(rows.some(({ [place]: cell }) => typeof cell === 'number') && { align: 'end' }),
        cell: ([, cells]) => <Cell value={cells[place] ?? null} />,
      }))}
    />
  )
}

function Cell({ value }: { value: ResultOf['rows'][number][number] }): ReactNode {
  if (value === null) return <span className="quiet">none</span>
  if (typeof value === 'number') return rounded.format(value)
  return <Stranger text={String(value)} />
}

const rounded = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
