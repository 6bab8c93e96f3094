import type { ReactNode } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Answer } from '../../parts/page/answer.tsx'
import { CopyButton } from '../../parts/values/copyable.tsx'

/** Questions of analysts, ready to paste. */
export function Recipes({ orgId, warehouseId }: { orgId: string; warehouseId: string }): ReactNode {
  const recipes = useRead(
    'GET /console/api/w/{orgId}/warehouses/{id}/recipes',
    { params: { orgId, id: warehouseId } },
    { everyMs: 'never' },
  )
  return (
    <section className="sums" aria-labelledby="recipes">
      <h2 id="recipes">Recipes</h2>
      <Answer of={recipes} what="the recipes">
        {({ items }) =>
          items.length === 0 ? (
            <p>There are recipes for PostgreSQL, ClickHouse and DuckDB, which also reads Parquet.</p>
          ) : (
            <div className="recipes">
              {items.map(({ name, title, sql }) => (
                <details key={name}>
                  <summary>{title}</summary>
                  <div className="recipe">
                    <CopyButton text={sql} label={title} />
                    <pre>{sql}</pre>
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
