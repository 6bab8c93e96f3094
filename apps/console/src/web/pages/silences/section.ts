import { page, type Section } from '../../section.ts'

export const silences: Section = {
  ...{ title: 'Silences', path: 'silences', icon: 'silences', key: 'm', group: 'Outgoing' },
  pages: { '': page(() => import('./silences.tsx'), 'SilencesPage') },
}
