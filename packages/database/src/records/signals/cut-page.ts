import type { SignalRegisters, SignalState } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'

/** Applies to the stored texts. A page has at least one signal, whatever its size. */
const maxPageBytes = 8 * 1024 * 1024

/** A signal of a page, with its state as text; `found` is how many the page would have without a limit of bytes. */
export type CutRow = { id: string; text: string; registers: SignalRegisters | null; found: number }

/**
 * Cuts a page of signals (`id`, `state`, `registers` and what it is ordered by) where its texts exceed 8 MiB, because
 * PostgreSQL should send no more, however long strangers' texts are. `more` are further columns.
 */
export function cutPage(
  page: RawBuilder<unknown>,
  { inOrder, more = [] }: { inOrder: RawBuilder<unknown>; more?: readonly string[] },
): RawBuilder<unknown> {
  const columns = ['id', 'text', 'registers', 'found', ...more].map((name) => sql.ref(name))
  return sql`
    select ${sql.join(columns)}
    from (
      select *, sum(octet_length(text)) over before as text_before
      from (
        select *, state::text as text
        from (
          -- What is stored is compressed: it spares reading what cannot fit anyway.
          select *, count(*) over ()::int as found, sum(pg_column_size(state)) over before as stored_before
          from (${page}) page
          window before as (${inOrder} rows between unbounded preceding and 1 preceding)
        ) counted
        where coalesce(stored_before, 0) < ${maxPageBytes}
        offset 0 -- each text is made once
      ) texts
      window before as (${inOrder} rows between unbounded preceding and 1 preceding)
    ) measured
    where coalesce(text_before, 0) < ${maxPageBytes}
    ${inOrder}`
}

/** Returns the state of a row, which `cutPage` made text. */
export function stateOf({ text }: Pick<CutRow, 'text'>): SignalState {
  return JSON.parse(text)
}
