import { readText } from '../../terminal/read-text.ts'
import { readableWidth, record, table } from '../../terminal/table.ts'

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
    skipped: readonly { key: string; reason: string }[]
    passedOver: readonly { reason: string; count: number }[]
    error: string | null
  }[]
  missing: readonly string[]
}

const mostReasons = 3

/** Shows every point of a score with its reason. */
export function componentsTable(components: readonly Component[]): string {
  const rows = components.flatMap(({ name, points, cap, reasons }) => [
    [name, `${points} of ${cap}`, '', ''],
    ...reasons.map((reason) => ['', reason.points, readText(reason.text), readText(reason.quote)]),
  ])
  return table(['COMPONENT', 'POINTS', 'REASON', 'QUOTE'], rows, { width: readableWidth() })
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
  const passedOver = searches.flatMap(({ platform, board, passedOver: all }) =>
    all
      .toSorted((one, other) => other.count - one.count)
      .slice(0, mostReasons)
      .map(({ reason, count }) => [platform, board, count, reason]),
  )
  const fit = { width: readableWidth() }
  return [
    table(['PLATFORM', 'QUERY', 'BOARD', 'FETCHED', 'KEPT', 'ERROR'], rows, fit),
    ...(passedOver.length === 0
      ? []
      : ['', table(['PASSED OVER ON', 'BOARD', 'ENTRIES', 'BECAUSE'], passedOver, fit)]),
    ...searches.flatMap(({ platform, skipped }) =>
      skipped.map(({ key, reason }) => `Skipped on ${platform}: ${key}, as ${reason}.`),
    ),
    ...(missing.length === 0
      ? []
      : [
          '',
          table(
            ['CANNOT BE SEARCHED'],
            missing.map((text) => [text]),
            fit,
          ),
        ]),
    ...items.flatMap((item) => ['', describeItem(item)]),
  ].join('\n')
}

function describeItem({ components, ...item }: RunItem): string {
  const members = {
    ...{ title: readText(item.title), url: item.url, kept: item.kept, reason: item.reason },
    ...{ score: item.relevanceScore, classification: item.classification },
  }
  const shown = record(members, { width: readableWidth() })
  return components === null ? shown : [shown, componentsTable(components)].join('\n')
}
