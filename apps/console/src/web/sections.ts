import { deliveries } from './pages/deliveries/section.ts'
import { overview } from './pages/overview/section.ts'
import { rejections } from './pages/rejections/section.ts'
import { sources } from './pages/sources/section.ts'
import { warehouses } from './pages/warehouses/section.ts'
import type { Section } from './section.ts'

/** The pages of a workspace, in the order of the navigation. Sections of a group stand together. */
export const sections: readonly Section[] = [overview, deliveries, rejections, sources, warehouses]
