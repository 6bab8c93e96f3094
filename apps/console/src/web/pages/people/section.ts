import { page, type Section } from '../../section.ts'

export const people: Section = {
  ...{ title: 'People', path: 'people', icon: 'people', key: 'u', group: 'Workspace' },
  idPrefix: 'usr_',
  pages: {
    '': page(() => import('./people.tsx'), 'PeoplePage'),
    $id: page(() => import('./person.tsx'), 'PersonPage'),
  },
}
