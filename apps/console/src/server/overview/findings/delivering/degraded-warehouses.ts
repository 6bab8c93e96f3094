import { defineFinding } from '../../finding.ts'
import { because, counted, duration } from '../../words.ts'

export const degradedWarehouses = defineFinding({
  kind: 'warehouse_degraded',
  find: ({ orgId, warehouses }) =>
    warehouses
      .filter(({ state }) => state === 'degraded')
      .map(({ warehouseId, name, reason, lagRows, lagSeconds }) => ({
        harm: 'late',
        summary: `The warehouse ${name} is degraded${because(reason)}. ${counted(lagRows, 'row waits', 'rows wait')}${lagRows > 0 ? `, the first for ${duration(lagSeconds)}` : ''}.`,
        remedy: 'It is retried automatically. Its page shows the error and can sync it now.',
        link: `/w/${orgId}/warehouses/${warehouseId}`,
      })),
})
