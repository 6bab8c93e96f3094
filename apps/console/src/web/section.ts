import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import type { IconName } from './parts/controls/icon.tsx'

/** One entry of the navigation, and the pages below it. */
export type Section = {
  title: string
  /** Below the workspace's address. */
  path: string
  icon: IconName
  /** Opens the section after `g`. Every section has its own. */
  key: string
  /** The title above it in the navigation. */
  group: '' | 'Leads' | 'Incoming' | 'Outgoing' | 'Workspace'
  /** What the ids of its records begin with, such as `dlv_`. */
  idPrefix?: string
  /** What single keys do on its pages, for the help. */
  keys?: readonly (readonly [key: string, meaning: string])[]
  /** By what follows the section's path: nothing, `$id` or `$id/timeline`. */
  pages: Readonly<Record<string, RouteComponent>>
  /** What stays as it is while one of these pages leads to another, such as a list beside the page of one row. */
  frame?: { component: RouteComponent; around: readonly string[] }
}

/** A page whose code the browser loads when the page opens. */
export function page<Name extends string>(
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
): RouteComponent {
  return lazyRouteComponent(load, name)
}
