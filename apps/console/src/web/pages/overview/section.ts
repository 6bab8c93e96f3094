import { page, type Section } from '../../section.ts'

export const overview: Section = {
  ...{ title: 'Overview', path: 'overview', icon: 'overview', key: 'o', group: '' },
  pages: { '': page(() => import('./overview.tsx'), 'OverviewPage') },
}
