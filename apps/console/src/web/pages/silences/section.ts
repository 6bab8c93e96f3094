import { page, type Section } from '../../section.ts'

export const silences: Section = {
  ...{ title: 'Silences', path: 'silences', icon: 'silences', key: 'm', group: 'Going out' },
  pages: { '': page(() => import('./silences.tsx'), 'SilencesPage') },
}
