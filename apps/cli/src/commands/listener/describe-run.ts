import { readText } from '../../terminal/read-text.ts'
import { record, table } from '../../terminal/table.ts'

type Component = {
  name: string
  points: number
  cap: number
  reasons: readonly { text: string; points: number; quote?: string | undefined }[]
}

type RunItem = {
  url: string
  title: string
  relevanceScore: number | null
  classification: string | null
  components: readonly Component[] | null
  kept: boolean
  reason: string
}

type Report = {
  items: readonly RunItem[]
  searches: readonly {
    platform: string
    query: string
    board: string | null
    fetched: number
    kept: number
    error: string | null
  }[]
  missing: readonly string[]
}

/** Shows every point of a score with its reason. */
export function componentsTable(components: readonly Component[]): string {
  const rows = components.flatMap(({ name, points, cap, reasons }) => [
    [name, `${points} of ${cap}`, '', ''],
    ...reasons.map((reason) => ['', reason.points, readText(reason.text), readText(reason.quote)]),
  ])
  return table(['COMPONENT', 'POINTS', 'REASON', 'QUOTE'], rows)
}

/** Shows what each search did, what lacks, and each item with its score. */
export function describeRun({ items, searches, missing }: Report): string {
  const rows = searches.map((search) => [
    search.platform,
    search.query,
    search.board,
    search.fetched,
    search.kept,
    search.error,
  ])
  return [
    table(['PLATFORM', 'QUERY', 'BOARD', 'FETCHED', 'KEPT', 'ERROR'], rows),
    ...(missing.length === 0
      ? []
      : [
          '',
          table(
            ['CANNOT BE SEARCHED'],
            missing.map((text) => [text]),
          ),
        ]),
    ...items.flatMap((item) => ['', describeItem(item)]),
  ].join('\n')
}

function describeItem({ components, ...item }: RunItem): string {
  const shown = record({
    ...{ title: readText(item.title), url: item.url, kept: item.kept, reason: item.reason },
    ...{ score: item.relevanceScore, classification: item.classification },
  })
  return components === null ? shown : [shown, componentsTable(components)].join('\n')
}
