import { page, type Section } from '../../section.ts'

export const deliveries: Section = {
  ...{ title: 'Deliveries', path: 'deliveries', icon: 'deliveries', key: 'd', group: 'Incoming' },
  idPrefix: 'dlv_',
  pages: {
    '': page(() => import('./deliveries.tsx'), 'DeliveriesPage'),
    $id: page(() => import('./delivery.tsx'), 'DeliveryPage'),
  },
}
