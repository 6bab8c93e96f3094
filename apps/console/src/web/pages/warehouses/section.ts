import { page, type Section } from '../../section.ts'

export const warehouses: Section = {
  ...{ title: 'Warehouses', path: 'warehouses', icon: 'warehouses', key: 'w', group: 'Outgoing' },
  idPrefix: 'whs_',
  pages: {
    '': page(() => import('./warehouses.tsx'), 'WarehousesPage'),
    new: page(() => import('./warehouses.tsx'), 'NewWarehousePage'),
    $id: page(() => import('./warehouse.tsx'), 'WarehousePage'),
  },
}
