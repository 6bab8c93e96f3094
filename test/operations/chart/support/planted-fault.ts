/** A mistake in the chart, and the check that must name it. */
export type PlantedFault = {
  name: string
  /** Below the chart's directory. */
  file: string
  find: string
  replace: string
  /** The check: a policy's name, `types`, `values` or `render`. */
  caughtBy: string
  /** What its findings contain. */
  says: RegExp
  /** The example with which the chart is rendered, if not the least. */
  example?: string
}
