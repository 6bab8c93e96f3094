import {
  type Instant,
  instantOf,
  type RegisterFilters,
  registerFilters,
  type Signal,
} from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { containsWords } from '../contains-words.ts'
import { timestampOf } from '../merge/timestamp-of.ts'

/** Conditions that must all hold. */
export type SignalFilters = {
  postedAfter?: Instant | undefined
  postedBefore?: Instant | undefined
  listenerId?: string | undefined
  source?: string | undefined
  classification?: string | undefined
  signalCategory?: string | undefined
  urgency?: string | undefined
  accountKey?: string | undefined
  scoreVersion?: number | undefined
  minScore?: number | undefined
  /** All of them are in the title or the excerpt, in any case. */
  words?: string | undefined
} & RegisterFilters

/** A signal's place in the order of lists. */
export type SignalPosition = Pick<Signal, 'relevanceScore' | 'postedAt' | 'id'>

export type Asked = {
  orgId: string
  filters: SignalFilters
  after?: SignalPosition | undefined
  limit: number
}

type Candidates = {
  /** Selects the signals of a list in its order, without a limit. */
  sql: RawBuilder<unknown>
  /** The last signal that was looked at, where fewer than the limit were found and there are more. */
  reached?: SignalPosition | undefined
}

/** Registers are in a table of their own: so many signals are looked up there for a page. */
const mostWalked = 5_000
/** Texts are stored compressed and read whole. */
const mostRead = 2_000
/** Up to so many signals with a value are found from there. */
const mostGathered = 2_500

/**
 * Returns what selects the signals of a page. The index of scores decides most filters by itself; registers and texts are
 * looked up one signal at a time: of the few signals that have a wanted value, or else of the best signals in order.
 */
export async function findCandidates(
  database: Database,
  { orgId, filters, after, limit }: Asked,
): Promise<Candidates> {
  const facets = facetConditionsOf(filters)
  const conditions = [...storedIn(orgId), ...facets, ...conditionsOf(filters)]
  if (after !== undefined) conditions.push(sql`${place} < ${placeOf(after)}`)
  const ofRegisters = registerConditionsOf(filters)
  const ofWords = containsWords(sql`s.text`, filters.words ?? '')
  const text = ofWords.length === 0 ? sql`` : sql`, ${textOfState} as text`
  const select = (more: RawBuilder<unknown>[] = []) => sql`
    select s.org_id, s.signal_id, s.relevance_score, s.posted_at ${text} from signals s
    where ${sql.join([...conditions, ...more], sql` and `)} ${inOrder}`
  const fewOfFacets =
    filters.accountKey === undefined ? await gatherByFacets(database, orgId, facets) : undefined
  const among = (ids: readonly string[] | undefined) =>
    select(ids === undefined ? [] : [sql`s.signal_id = any(${ids})`])
  if (ofRegisters.length + ofWords.length === 0) return { sql: among(fewOfFacets) }

  const matching = (signals: RawBuilder<unknown>) => sql`
    select s.* from ${signals} s
    left join lateral (
      select * from signal_registers one where one.org_id = ${orgId} and one.signal_id = s.signal_id
      offset 0 -- each is looked up by its key: other plans read all that is stored
    ) r on true
    where ${sql.join([...ofRegisters.map(({ condition }) => condition), ...ofWords], sql` and `)} ${inOrder}`
  const few = fewOfFacets ?? (await gatherByRegisters(database, orgId, ofRegisters))
  if (few !== undefined) return { sql: matching(sql`(${among(few)})`) }
  const most = ofWords.length === 0 ? mostWalked : mostRead
  const { rows } = await sql<Walk>`
    with walked as materialized (${select()} limit ${most}),
    found as (${matching(sql`walked`)} limit ${limit})
    select array(select signal_id from found) as ids, last.*
    from (values (true)) one left join lateral (
      select relevance_score as score, posted_at as "postedAt", signal_id as id from walked offset ${most - 1}
    ) last on true`.execute(database)
  const { ids, score, postedAt, id } = rows[0] ?? none
  const isCut = ids.length < limit && score !== null && postedAt !== null && id !== null
  return {
    sql: among(ids),
    ...(isCut && { reached: { relevanceScore: score, postedAt: instantOf(postedAt.getTime()), id } }),
  }
}

/** The signals that were found, and the last one that was looked at; nulls where there are no more. */
type Walk = { ids: string[]; score: number | null; postedAt: Date | null; id: string | null }
const none: Walk = { ids: [], score: null, postedAt: null, id: null }

/**
 * Returns the signals that have the wanted facets, where these are few or none. Looks first whether they are, which needs
 * the small index of facets alone.
 */
async function gatherByFacets(
  database: Database,
  orgId: string,
  conditions: readonly RawBuilder<unknown>[],
): Promise<string[] | undefined> {
  if (conditions.length === 0) return undefined
  const found = (columns: RawBuilder<unknown>) => sql`
    select ${columns} from signals s where ${sql.join([...storedIn(orgId), ...conditions], sql` and `)}
    ${inOrderOfFacets} limit ${mostGathered + 1}`
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from (${found(sql``)}) looked`.execute(database)
  const count = rows[0]?.found ?? 0
  if (count === 0) return []
  if (count > mostGathered) return undefined
  const { rows: few } = await sql<{ id: string }>`${found(sql`s.signal_id as id`)}`.execute(database)
  return few.length > mostGathered ? undefined : few.map(({ id }) => id)
}

/** Returns the signals that have a wanted value of a register, where these are few. */
async function gatherByRegisters(
  database: Database,
  orgId: string,
  conditions: readonly RegisterCondition[],
): Promise<string[] | undefined> {
  for (const { condition, isIndexed } of conditions) {
    if (!isIndexed) continue
    const { rows } = await sql<{ id: string }>`
      select signal_id as id from signal_registers r where r.org_id = ${orgId} and ${condition}
      limit ${mostGathered + 1}`.execute(database)
    if (rows.length <= mostGathered) return rows.map(({ id }) => id)
  }
  return undefined
}

const scoreVersion = sql`coalesce(s.score_version, 1::smallint)`
/**
 * The only index that begins with this order is the one of facets, whatever the statistics say. The version of scores is
 * left out: as an expression it would need the rows too.
 */
const inOrderOfFacets = sql`order by s.source, s.classification, s.urgency, s.signal_category`

export const storedIn = (orgId: string): RawBuilder<unknown>[] => [
  sql`s.org_id = ${orgId}`,
  sql`s.relevance_score is not null`,
]

const place = sql`(s.relevance_score, s.posted_at, s.signal_id)`
export const inOrder = sql`order by s.relevance_score desc, s.posted_at desc, s.signal_id desc`

function placeOf({ relevanceScore, postedAt, id }: SignalPosition): RawBuilder<unknown> {
  return sql`(${relevanceScore}::smallint, ${timestampOf(postedAt)}::timestamptz, ${id}::text)`
}

/** Of columns with few values, which the index of facets has. */
export function facetConditionsOf(filters: SignalFilters): RawBuilder<unknown>[] {
  const { source, classification, signalCategory, urgency, scoreVersion: version } = filters
  return [
    ...equal('s.source', source),
    ...equal('s.classification', classification),
    ...equal('s.signal_category', signalCategory),
    ...equal('s.urgency', urgency),
    ...(version === undefined ? [] : [sql`${scoreVersion} = ${version}`]),
  ]
}

function equal(column: string, value: string | undefined): RawBuilder<unknown>[] {
  return value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`]
}

export function conditionsOf(filters: SignalFilters): RawBuilder<unknown>[] {
  const { postedAfter, postedBefore, minScore } = filters
  const conditions = [
    ...equal('s.listener_id', filters.listenerId),
    ...equal('s.account_key', filters.accountKey),
  ]
  if (postedAfter !== undefined) conditions.push(sql`s.posted_at >= ${timestampOf(postedAfter)}`)
  if (postedBefore !== undefined) conditions.push(sql`s.posted_at < ${timestampOf(postedBefore)}`)
  if (minScore !== undefined) conditions.push(sql`s.relevance_score >= ${minScore}`)
  return conditions
}

/** Values have partial indexes, by workspace; their presence and absence have none. */
type RegisterCondition = { condition: RawBuilder<unknown>; isIndexed: boolean }

/** Of registers `r`. */
export function registerConditionsOf(filters: SignalFilters): RegisterCondition[] {
  return registerFilters.flatMap(({ name, column }): RegisterCondition[] => {
    const wanted = filters[name]
    if (wanted === undefined) return []
    const value = sql.ref(`r.${column}`)
    if (wanted === true) return [{ condition: sql`${value} is not null`, isIndexed: false }]
    if (wanted === false || wanted === 'none') return [{ condition: sql`${value} is null`, isIndexed: false }]
    return [{ condition: sql`${value} = ${wanted}`, isIndexed: true }]
  })
}

/** What is stored may be compressed, so it is unpacked once for both. */
const textOfState = sql`(
  select concat(document ->> 'title', ' ', document ->> 'excerpt')
  from (select s.state #> '{last,document}' as document offset 0) unpacked
)`
