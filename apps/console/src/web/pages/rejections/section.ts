import { page, type Section } from '../../section.ts'

export const rejections: Section = {
  ...{ title: 'Rejections', path: 'rejections', icon: 'rejections', key: 'r', group: 'Coming in' },
  pages: { '': page(() => import('./rejections.tsx'), 'RejectionsPage') },
}
