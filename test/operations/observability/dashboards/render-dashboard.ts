import type { Dashboard, Panel } from './panel.ts'

const schemaVersion = 41
const columns = 2
const width = 24 / columns
const height = 8
const datasource = { type: 'prometheus', uid: '$datasource' }
const cellFilter = 'cell=~"$cell"'

/** Renders a dashboard as Grafana's JSON, with a choice of the data source and of the cell. */
export function renderDashboard({ name, title, description, panels }: Dashboard): string {
  const dashboard = {
    uid: `signalpost-${name}`,
    ...{
      title,
      description,
      tags: ['signalpost'],
      schemaVersion,
      version: 1,
      editable: true,
      refresh: '30s',
    },
    time: { from: 'now-6h', to: 'now' },
    timezone: 'browser',
    templating: { list: variables },
    links: [
      { type: 'dashboards', title: 'Signalpost', tags: ['signalpost'], asDropdown: true, includeVars: true },
    ],
    panels: panels.map(renderPanel),
  }
  return `${JSON.stringify(dashboard, null, 2)}\n`
}

const variables = [
  { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
  {
    name: 'cell',
    label: 'Cell',
    ...{ type: 'query', datasource, query: 'label_values(signalpost_build_info, cell)', refresh: 2 },
    // Also matches series without the label, where one installation is watched.
    ...{ includeAll: true, multi: true, allValue: '.*', current: { text: 'All', value: '$__all' } },
  },
]

function renderPanel({ title, description, unit, series }: Panel, index: number) {
  const column = index % columns
  const row = Math.floor(index / columns)
  return {
    ...{ id: index + 1, type: 'timeseries', title, description, datasource },
    gridPos: { x: column * width, y: row * height, w: width, h: height },
    fieldConfig: { defaults: { unit, ...(unit !== 'dateTimeAsIso' && { min: 0 }) }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
    targets: series.map(({ expr, legend }, target) => ({
      refId: String.fromCodePoint(65 + target),
      ...{ datasource, expr: expr.replaceAll('$at', cellFilter), legendFormat: legend },
    })),
  }
}
