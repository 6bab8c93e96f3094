import { page, type Section } from '../../section.ts'

export const lists: Section = {
  ...{ title: 'Lists', path: 'lists', icon: 'lists', key: 'l', group: 'Leads' },
  idPrefix: 'col_',
  pages: {
    '': page(() => import('./lists.tsx'), 'ListsPage'),
    $id: page(() => import('./list.tsx'), 'ListPage'),
  },
}
