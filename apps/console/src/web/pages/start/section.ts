import { page, type Section } from '../../section.ts'

/** The navigation has it before everything else while a first step is open. */
export const start: Section = {
  ...{ title: 'Getting started', path: 'start', icon: 'start', key: 'h', group: 'Workspace' },
  pages: { '': page(() => import('./start.tsx'), 'StartPage') },
}
