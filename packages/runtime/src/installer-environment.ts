import variables from './installer-variables.json' with { type: 'json' }

/**
 * The part of an environment that npm needs to find its settings, its cache, the registry and a way there. What else is
 * in ours, secrets foremost, is no business of a package manager or of the packages that it runs.
 */
export function installerEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const { names, prefixes } = variables
  const isNeeded = (name: string): boolean =>
    names.includes(name) || prefixes.some((prefix) => name.startsWith(prefix))
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isNeeded(name)))
}
